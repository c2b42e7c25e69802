import { createRandom } from '@millrace/test-support/random';
import { expect, it, vi } from 'vitest';
import { SortedForms } from './form-tree.ts';
import { prepareTerminalMask, type TerminalMask } from './terminal-mask.ts';

const rounds = process.env.MILLRACE_TEST_DEEP === '1' ? 10_000 : 2000;
const secret = 'correct-horse-battery';

async function maskOf(...secrets: string[]): Promise<TerminalMask> {
  const create = await prepareTerminalMask(secrets);
  return create();
}

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();
const push = (mask: TerminalMask, output: string) => text(mask.push(Buffer.from(output)));

it('masks each character of a secret', async () => {
  const mask = await maskOf(secret);
  expect(push(mask, `x ${secret} y`)).toBe(`x ${'*'.repeat(21)} y`);
});

it('shows other output at once, and holds the beginning of a secret', async () => {
  const mask = await maskOf(secret);
  expect(push(mask, '$ ls\r\n')).toBe('$ ls\r\n');
  expect(push(mask, 'see corr')).toBe('see ');
  expect(push(mask, 'ode')).toBe('corrode');
});

it('shows a short beginning after a pause, but never the whole secret', async () => {
  const mask = await maskOf(secret);
  let shown = '';
  for (const char of secret) shown += push(mask, char) + text(mask.flush());
  expect(shown).toBe(`cor${'*'.repeat(18)}`);
});

it('holds a secret after a pause at the end of a line of a shell', async () => {
  const mask = await maskOf(secret);
  let shown = push(mask, 'correct-horse ');
  shown += text(mask.flush());
  shown += push(mask, '\r-battery');
  expect(shown).toBe(`${'*'.repeat(14)}\r${'*'.repeat(8)}`);
});

it.each([
  [
    'colors',
    `corr\u001b[31mect-horse-\u001b[0mbattery`,
    `****\u001b[31m**********\u001b[0m*******`,
  ],
  ['a line break of a program', 'correct-hor\r\nse-battery', '***********\r\n**********'],
  ['the end of a line of a shell', 'correct-hor \rse-battery', '************\r**********'],
  [
    'a title that is not ended',
    `\u001b]0;mill\u001b[31mcorrect-\u001b[0mhorse-battery`,
    `\u001b]0;mill\u001b[31m********\u001b[0m*************`,
  ],
  [
    'a code that is cancelled',
    'correct-\u001b[3\u0018horse-battery',
    '********\u001b[3\u0018*************',
  ],
  [
    'codes of one character',
    'correct-\u009b31mhorse-\u009d0;mill\u009cbattery',
    '********\u009b31m******\u009d0;mill\u009c*******',
  ],
  ['a title', `\u001b]0;${secret}\u0007`, `\u001b]0;${'*'.repeat(21)}\u0007`],
])('finds a secret in %s', async (_, output, masked) => {
  const mask = await maskOf(secret);
  expect(push(mask, output) + text(mask.end())).toBe(masked);
});

it('keeps characters whose bytes arrive separately', async () => {
  const mask = await maskOf('größe-ü');
  const bytes = Buffer.from('x größe-ü größe');
  const shown = [...bytes].map((byte) => text(mask.push(Uint8Array.of(byte)))).join('');
  expect(shown + text(mask.end())).toBe('x ******* größe');
});

/** Ways in which programs write a value. */
const encodings: [Write, ...Write[]] = [
  (value) => value,
  (value) => Buffer.from(value).toString('base64'),
  (value) => Buffer.from(value).toString('hex'),
  encodeURIComponent,
  (value) => JSON.stringify(value).slice(1, -1),
  (value) => value.split('').join(color),
  (value) => value.replace(/(.{7})/, '$1\r\n'),
];
type Write = (value: string) => string;
const color = '\u001b[0m';

it('never shows a secret, whatever its encoding and the pieces of the output', async () => {
  const random = createRandom(7);
  const whole = (limit: number) => Math.floor(random.upTo(limit));
  const letters = [...'abcXYZ019+/=-_.$"\\&% é'] as [string, ...string[]];
  const createSecret = () => {
    const chars = Array.from({ length: 8 + whole(30) }, () => random.pick(letters));
    return `k${chars.join('')}k`;
  };
  const secrets: [string, ...string[]] = [
    createSecret(),
    ...Array.from({ length: 39 }, createSecret),
  ];
  const create = await prepareTerminalMask(secrets);
  const withoutCodes = (output: string) => output.replaceAll(color, '').replaceAll('\r\n', '');
  for (let round = 0; round < rounds; round++) {
    const written = random.pick(encodings)(random.pick(secrets));
    const output = `$ echo${random.pick([' ', '\r\n', '='])}${written}${random.pick(['', '\r\n', 'x'])}$ `;
    const bytes = Buffer.from(output);
    const mask = create();
    let shown = '';
    for (let at = 0; at < bytes.length; ) {
      const end = at + 1 + whole(random.pick([1, 4, 40]));
      shown += text(mask.push(bytes.subarray(at, end)));
      if (whole(3) === 0) shown += text(mask.flush());
      at = end;
    }
    shown += text(mask.end());
    // Not even most of it: the digits of base64 at both ends also depend on other bytes.
    const core = withoutCodes(written).slice(4, -4);
    expect(withoutCodes(shown).includes(core), `${round}: ${written}`).toBe(false);
  }
});

it.each([
  ['that repeats itself', [`${'a'.repeat(1000)}b`], 'a', `${'a'.repeat(1000)}b`],
  [
    'among many that begin alike',
    Array.from({ length: 200 }, (_, at) => `${'ab'.repeat(100)}${at}`),
    'ab',
    `${'ab'.repeat(100)}7`,
  ],
  [
    'among those of every length',
    Array.from({ length: 200 }, (_, at) => 'a'.repeat(at + 8)),
    'a',
    'a'.repeat(207),
  ],
])('masks a secret %s, with a few steps for each character', async (_, secrets, piece, hidden) => {
  const mask = await maskOf(...secrets);
  expect(push(mask, `> ${hidden} <`)).toBe(`> ${'*'.repeat(hidden.length)} <`);
  const count = vi.spyOn(SortedForms.prototype, 'findRange');
  push(mask, piece.repeat(20_000 / piece.length));
  expect(count.mock.calls.length).toBeLessThan(20_000 * 2 * 3);
  count.mockRestore();
});

it('masks a secret with more beginnings than it remembers', async () => {
  const long = Array.from({ length: 30_000 }, (_, at) => `${at * 7919}`).join('-');
  const mask = await maskOf(long);
  const shown = push(mask, `> ${long} <`) + push(mask, `> ${long}`) + text(mask.end());
  expect(shown).toBe(`> ${'*'.repeat(long.length)} <> ${'*'.repeat(long.length)}`);
});
