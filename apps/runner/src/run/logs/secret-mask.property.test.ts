import type { Line } from '@millrace/contract/api';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ManualClock } from '../../testing/manual-clock.ts';
import { createSmallSecretMask } from './secret-mask.ts';
import { StepLog } from './step-log.ts';

/** `MILLRACE_TEST_DEEP=1` checks 200,000 lines. */
const isDeep = process.env.MILLRACE_TEST_DEEP === '1';
const deepTimeoutMs = 30 * 60_000;

/** Excludes `*`, the character of the mask. */
const char = fc.oneof(
  fc.constantFrom(...'abcABC012/+-_=%&<>"\'\\ !~.:;'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }).filter((text) => text !== '*'),
);
const text = (minLength: number, maxLength: number) =>
  fc.array(char, { minLength, maxLength }).map((chars) =>
    chars
      .join('')
      .replaceAll(/[\r\n]/g, ' ')
      .replaceAll('*', ''),
  );
const secret = text(2, 24).filter((value) => value.trim().length >= 2);

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
const urlSafe = (encoded: string) => encoded.replaceAll('+', '-').replaceAll('/', '_');
const escapeMarkup = (json: string) =>
  json.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e').replaceAll('&', '\\u0026');

/** Returns the base64 digits that do not depend on adjacent text, for each offset modulo three. */
function base64Cores(value: string): string[] {
  const bytes = Buffer.from(value);
  if (bytes.length < 4) return [];
  const cores = [0, 1, 2].map((shift) => {
    const [low, high] = [0, 255].map((fill) =>
      base64(Buffer.concat([Buffer.alloc(shift, fill), bytes, Buffer.alloc(3, fill)])),
    );
    const same = [...(low ?? '')].map((digit, at) => (digit === high?.[at] ? digit : ' '));
    return same.join('').trim();
  });
  return cores.flatMap((core) => [core, urlSafe(core)]);
}

function formsOf(value: string): string[] {
  const component = encodeURIComponent(value);
  const json = JSON.stringify(value).slice(1, -1);
  return [
    value,
    component,
    component.replaceAll(/%../g, (code) => code.toLowerCase()),
    new URLSearchParams({ '': value }).toString().slice(1),
    json,
    json.replaceAll('/', '\\/'),
    escapeMarkup(json),
    ...base64Cores(value),
    ...shellFormsOf(value),
    ...markupFormsOf(value),
    ...hexFormsOf(value),
  ];
}

/** Quotes a text character by character, as some shells do. */
function shellFormsOf(value: string): string[] {
  const each = (spell: (char: string) => string) => [...value].map(spell).join('');
  return [
    each((char) => (char === "'" ? `'\\''` : char)),
    each((char) => (char === "'" ? `'"'"'` : char)),
    each((char) => (char === "'" ? `''` : char)),
    each((char) => (char === '"' ? `\\"` : char)),
    each((char) => ('"$`\\'.includes(char) ? `\\${char}` : char)),
    each((char) => (' \'"\\|&;()<>!{}*[]?^$`,'.includes(char) ? `\\${char}` : char)),
  ];
}

function markupFormsOf(value: string): string[] {
  const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
  const escapeAll = (table: Record<string, string>) =>
    [...value].map((char) => table[char] ?? char).join('');
  return [
    escapeAll(escapes),
    escapeAll({ ...escapes, "'": '&#39;' }),
    escapeAll({ '&': '&amp;', '<': '&lt;', '>': '&gt;' }),
  ];
}

function hexFormsOf(value: string): string[] {
  const bytes = Buffer.from(value);
  const hex = bytes.toString('hex');
  const spaced = hex.replaceAll(/..(?!$)/g, '$& ');
  return bytes.length < 4 ? [] : [hex, hex.toUpperCase(), spaced];
}

const codes = [
  '\u001b[31m',
  '\u001b[m',
  '\u001b[01;31m\u001b[K',
  '\u001b(B',
  '\u001b]0;title\u0007',
  '\u001b]8;;http://a\u001b\\',
];
/** A secret without characters of escape codes, so that it cannot begin inside one. */
const quietSecret = secret.filter((value) =>
  [...value].every((char) => !codes.some((code) => code.includes(char))),
);
const withoutCodes = (line: string) =>
  codes.reduce((rest, code) => rest.replaceAll(code, ''), line);

/** Lines with forms of the secrets between other texts, and within each other. */
const scene = fc.array(secret, { minLength: 1, maxLength: 4 }).chain((secrets) => {
  const forms = secrets.flatMap((value) => [
    ...formsOf(value.trim()),
    Buffer.from(`user:${value.trim()}`).toString('base64'),
  ]);
  const form = fc.constantFrom(...forms);
  const piece = fc.oneof(
    text(0, 8),
    form,
    fc.tuple(form, fc.nat(6)).map(([whole, at]) => whole.slice(at)),
    fc.tuple(form, fc.nat(6)).map(([whole, at]) => whole.slice(0, at)),
  );
  return fc.record({
    secrets: fc.constant(secrets),
    lines: fc.array(fc.array(piece, { maxLength: 8 }), { minLength: 1, maxLength: 5 }),
  });
});
const joined = (lines: string[][]) => lines.map((pieces) => `${pieces.join('').toWellFormed()}\n`);

it(
  'masks every form of every secret',
  () => {
    fc.assert(
      fc.property(scene, ({ secrets, lines }) => {
        const mask = createSmallSecretMask(secrets);
        const forms = secrets.flatMap((value) => formsOf(value.trim()));
        for (const line of joined(lines)) {
          const masked = mask(line);
          expect(forms.filter((form) => masked.includes(form))).toEqual([]);
          expect(mask(masked)).toBe(masked);
        }
      }),
      { seed: 11, numRuns: isDeep ? 200_000 : 500 },
    );
  },
  deepTimeoutMs,
);

it(
  'masks every visible form that escape codes interrupt',
  () => {
    const inserts = fc.array(fc.tuple(fc.nat(24), fc.constantFrom(...codes)));
    const scattered = fc.tuple(quietSecret, fc.nat(), inserts, text(0, 5));
    fc.assert(
      fc.property(scattered, ([value, which, insertions, other]) => {
        const forms = formsOf(value.trim());
        const form = forms[which % forms.length] ?? '';
        const chars = [...form];
        for (const [at, inserted] of insertions) chars.splice(at, 0, inserted);
        const masked = createSmallSecretMask([value])(`${other}${chars.join('')}${other}\n`);
        expect(forms.filter((each) => withoutCodes(masked).includes(each))).toEqual([]);
      }),
      { seed: 15, numRuns: isDeep ? 200_000 : 500 },
    );
  },
  deepTimeoutMs,
);

it('changes nothing in a line without a secret', () => {
  const other = fc.array(fc.constantFrom(...'.,#(){}[]|§水🚰\t '), { maxLength: 60 });
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[\w+/=%-]{2,20}$/), { maxLength: 5 }),
      other.map((chars) => `${chars.join('')}\n`),
      (secrets, line) => {
        expect(createSmallSecretMask(secrets)(line)).toBe(line);
      },
    ),
    { seed: 12, numRuns: 500 },
  );
});

it('masks a line in the same way wherever its bytes are split', async () => {
  await fc.assert(
    fc.asyncProperty(scene, fc.array(fc.integer({ min: 1, max: 9 })), async (drawn, cuts) => {
      const lines = joined(drawn.lines);
      const mask = createSmallSecretMask(drawn.secrets);
      const sent: Line[] = [];
      const log = new StepLog({
        startedAtMs: 0,
        clock: new ManualClock(),
        maskSecrets: mask,
        send: async (batch) => {
          sent.push(...batch);
        },
      });
      const bytes = new TextEncoder().encode(lines.join(''));
      let at = 0;
      for (const size of cuts) {
        log.write(bytes.subarray(at, at + size));
        at += size;
      }
      log.write(bytes.subarray(at));
      await log.end();
      const maskLine = mask.forLog();
      expect(sent).toEqual(lines.map((line, pos) => ({ pos, out: maskLine(line), time: 0 })));
    }),
    { seed: 13, numRuns: 300 },
  );
});

it('masks each line of a multi-line secret that is not too short', () => {
  const part = text(0, 12);
  fc.assert(
    fc.property(fc.array(part, { minLength: 2, maxLength: 6 }), fc.boolean(), (parts, isCrlf) => {
      const mask = createSmallSecretMask([parts.join(isCrlf ? '\r\n' : '\n')]);
      const isOneLine = parts.join('\n').trim().split('\n').length === 1;
      for (const value of parts.map((each) => each.trim()).filter((each) => each.length >= 4)) {
        expect(mask(`> ${value} <\r\n`)).not.toContain(value);
      }
      if (!isOneLine) expect(mask('fi {} 123\n')).toBe('fi {} 123\n');
    }),
    { seed: 14, numRuns: 500 },
  );
});
