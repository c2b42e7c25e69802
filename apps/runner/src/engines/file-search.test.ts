import { dirname } from 'node:path/posix';
import { expect, it } from 'vitest';
import { FileSearch } from './file-search.ts';

/** Patterns whose comparison takes some milliseconds each. */
const slow = Array.from({ length: 40 }, (_, at) => `${'{*a,*}'.repeat(160)}b${at}`);
const path = 'a'.repeat(250);

it('returns the patterns that match a path', async () => {
  const search = new FileSearch(['dist/**', '*.xml', '**/*.xml', 'dist/**']);
  expect([...(await search.patternsOf('dist/a.xml')).keys()]).toEqual(['dist/**', '**/*.xml']);
  expect([await search.matches('a.xml'), await search.matches('a.txt')]).toEqual([true, false]);
  expect([await search.mayContain('dist'), await search.mayContain('src')]).toEqual([true, true]);
});

it.each([
  ['dist', ['dist', 'dist/a', 'dist/a/b'], ['dist2', 'a/dist']],
  ['dist/', ['dist/a'], ['x']],
  ['./dist//.', ['dist/a/b'], ['x']],
  ['build/*', ['build/a', 'build/a/b/c'], ['build', 'x/build/a']],
  ['**/target', ['target/a', 'x/target/a/b'], ['x/targets/a']],
  ['*', ['a', 'a/b/c'], ['.git/config']],
  ['.', ['a', 'a/b'], ['.git/config']],
  ['.git', ['.git/config', '.git/refs/heads/main'], ['.gitignore', 'a/.git/config']],
  ['caf?', ['caf\udce9/x'], ['caf\udce9\udce9/x']],
])('takes everything in a folder that matches %s', async (pattern, below, others) => {
  const search = new FileSearch([pattern]);
  for (const path of below) expect(await search.matches(path), path).toBe(true);
  for (const path of others) expect(await search.matches(path), path).toBe(false);
  for (const path of below)
    expect(await search.mayContain(dirname(path).replace(/^\.$/, '')), path).toBe(true);
});

it('says whether the path or its folder matches', async () => {
  const found = await new FileSearch(['dist', './dist/*']).patternsOf('dist/a');
  expect([...found]).toEqual([
    ['dist', 'folder'],
    ['./dist/*', 'path'],
  ]);
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
