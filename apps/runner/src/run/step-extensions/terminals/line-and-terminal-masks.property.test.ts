import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSmallSecretMask } from '../../logs/secret-mask.ts';
import { prepareTerminalMask } from './terminal-mask.ts';

const numRuns = process.env.MILLRACE_TEST_DEEP === '1' ? 3000 : 300;

/** Letters of which secrets contain each other, begin alike and end alike. */
const letters = fc.constantFrom('a', 'a', 'a', 'b', 'ü', '水');
const textOf = (minLength: number, maxLength: number) =>
  fc.array(letters, { minLength, maxLength }).map((parts) => parts.join(''));
/** Without base64, of which a line also masks the digits beside a secret. */
const encodings: ((value: string) => string)[] = [
  (value) => value,
  encodeURIComponent,
  (value) => Buffer.from(value).toString('hex'),
  (value) => JSON.stringify(value),
];
/**
 * Secrets, and a line with whole ones, parts of them and other text. A terminal finds secrets between control characters
 * too, so there are none.
 */
const scene = fc.array(textOf(4, 12), { minLength: 1, maxLength: 8 }).chain((secrets) => {
  const encoded = fc
    .tuple(fc.constantFrom(...secrets), fc.constantFrom(...encodings))
    .map(([value, encode]) => encode(value));
  const part = fc
    .tuple(encoded, fc.nat(8), fc.nat(12))
    .map(([value, from, length]) => value.slice(from, from + length));
  return fc.record({
    secrets: fc.constant(secrets),
    line: fc.array(fc.oneof(encoded, part, textOf(0, 6), fc.constantFrom(' ', '=', '.')), {
      maxLength: 10,
    }),
    sizes: fc.array(fc.integer({ min: 1, max: 9 })),
  });
});

it('finds the same secrets in a line and in a terminal, whatever the pieces of its output', async () => {
  await fc.assert(
    fc.asyncProperty(scene, async ({ secrets, line, sizes }) => {
      const text = line.join('');
      const create = await prepareTerminalMask(secrets);
      const mask = create();
      const bytes = Buffer.from(text);
      const shown: Uint8Array[] = [];
      let at = 0;
      for (const size of sizes) {
        shown.push(mask.push(bytes.subarray(at, at + size)));
        at += size;
      }
      shown.push(mask.push(bytes.subarray(at)), mask.end());
      const expected = createSmallSecretMask(secrets)(text);
      // A line has one mask for each secret, and a terminal a star for each character.
      expect(withShortMasks(Buffer.concat(shown).toString())).toBe(withShortMasks(expected));
    }),
    { seed: 31, numRuns },
  );
});

function withShortMasks(text: string): string {
  return text.replaceAll(/\*+/g, '*');
}
