import { expect, it } from 'vitest';
import { FileSearch } from './file-search.ts';

/** Patterns whose comparison takes some milliseconds each. */
const slow = Array.from({ length: 40 }, (_, at) => `${'{*a,*}'.repeat(160)}b${at}`);
const path = 'a'.repeat(250);

it('returns the patterns that match a path', async () => {
  const search = new FileSearch(['dist/**', '*.xml', '**/*.xml', 'dist/**']);
  expect(await search.patternsOf('dist/a.xml')).toEqual(new Set(['dist/**', '**/*.xml']));
  expect([await search.matches('a.xml'), await search.matches('a.txt')]).toEqual([true, false]);
  expect([await search.mayContain('dist'), await search.mayContain('src')]).toEqual([true, true]);
});

it.each(['matches', 'mayContain', 'patternsOf'] as const)(
  'yields to the event loop (%s)',
  async (question) => {
    let turns = 0;
    let next = setImmediate(function turn() {
      turns++;
      next = setImmediate(turn);
    });
    await new FileSearch(slow)[question](`${path}/x`);
    clearImmediate(next);
    expect(turns).toBeGreaterThan(2);
  },
);

it('ends with the stage, even without a match', async () => {
  const abort = new AbortController();
  const search = new FileSearch(slow, undefined, abort.signal);
  const asking = search.matches(path);
  abort.abort(new Error('over'));
  await expect(asking).rejects.toThrow('over');
});
