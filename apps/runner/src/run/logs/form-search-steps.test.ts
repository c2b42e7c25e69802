import { afterEach, expect, it, vi } from 'vitest';
import { FormTable } from './form-table.ts';
import { createSmallSecretMask } from './secret-mask.ts';
import { TextHash } from './text-hash.ts';

const lineLength = 64 * 1024;
/** Characters hashed for each character of a line: windows overlap by half at most. */
const maxHashed = 3;

afterEach(() => vi.restoreAllMocks());

/** Returns the work of masking a line, for each of its characters. */
function countSteps(secrets: string[], line: string): { lookups: number; hashed: number } {
  const mask = createSmallSecretMask(secrets);
  const lookups = vi.spyOn(FormTable.prototype, 'find');
  const hashed = vi.spyOn(TextHash.prototype, 'read');
  mask(line);
  return {
    lookups: lookups.mock.calls.length / line.length,
    hashed: hashed.mock.calls.reduce((sum, [, , count]) => sum + count, 0) / line.length,
  };
}

const repeat = (piece: string) =>
  piece.repeat(Math.ceil(lineLength / piece.length)).slice(0, lineLength);
const begins = (count: number, length: number) =>
  Array.from({ length: count }, (_, at) => `${'ab'.repeat(length / 2)}${at}`);
const rest = Array.from({ length: 500 }, (_, at) => (at * at * 7919).toString(36)).join('');
const beginsAndEnds = (count: number) =>
  Array.from({ length: count }, (_, at) => `${'a'.repeat(at + 1)}${rest}`);

it.each([
  ['a secret that repeats itself', [`${'a'.repeat(10_000)}b`], 'a'],
  ['20 secrets that begin alike', begins(20, 200), 'ab'],
  ['200 secrets that begin alike', begins(200, 200), 'ab'],
  ['200 secrets that begin alike for 2,000 characters', begins(200, 2000), 'ab'],
  ['secrets of every length', Array.from({ length: 200 }, (_, at) => 'a'.repeat(at + 8)), 'a'],
  ['20 secrets that begin and end alike', beginsAndEnds(20), `${'a'.repeat(20)}${rest}`],
  ['200 secrets that begin and end alike', beginsAndEnds(200), `${'a'.repeat(200)}${rest}`],
  [
    '200 secrets that begin and end alike, in part',
    beginsAndEnds(200),
    `${'a'.repeat(200)}${rest.slice(0, 700)}!`,
  ],
])(
  'looks up each character of a line once, and hashes it a few times at most: %s',
  (_, secrets, piece) => {
    const { lookups, hashed } = countSteps(secrets, repeat(piece));
    expect(lookups).toBeLessThanOrEqual(1);
    expect(hashed).toBeLessThanOrEqual(maxHashed);
  },
);

it('hashes only the parts of a line where a secret may begin', () => {
  const words = Array.from({ length: 10_000 }, (_, at) => `word${at}`).join(' ');
  const { lookups, hashed } = countSteps(['hunter22-and-more'], `${words} hunter22 ${words}`);
  expect(lookups).toBeLessThan(0.01);
  expect(hashed).toBeLessThan(0.1);
});
