import { expect, it } from 'vitest';
import type { FoundFile } from '../../../engines/engine.ts';
import type { FileSearch } from '../../../engines/file-search.ts';
import { evaluateKey, readChecksums } from './evaluate-key.ts';

/** Returns the key in a workspace with these files. */
async function keyIn(template: string, files: Record<string, string>) {
  const find = async function* (search: FileSearch): AsyncGenerator<FoundFile> {
    for (const [path, text] of Object.entries(files)) {
      if (!(await search.matches(path))) continue;
      const read = async function* () {
        yield Buffer.from(text);
      };
      yield { path, file: { size: text.length, isExecutable: false, read } };
    }
  };
  const checksums = await readChecksums([template], find, new AbortController().signal);
  return evaluateKey(template, checksums, (name) => `value of ${name}`);
}

const pattern = 'go-{{ checksum "**/go.sum" }}';

it('has one checksum for the files that match a pattern, in any order', async () => {
  const { key, missingFiles } = await keyIn(pattern, { 'go.sum': 'a', 'lib/go.sum': 'b', x: 'c' });
  expect(key).toMatch(/^go-[0-9a-f]{64}$/);
  expect(missingFiles).toEqual([]);
  expect((await keyIn(pattern, { 'lib/go.sum': 'b', 'go.sum': 'a' })).key).toBe(key);
});

it.each([
  ['another content', { 'go.sum': 'b' }],
  ['another path', { 'lib/go.sum': 'a' }],
  ['another file', { 'go.sum': 'a', 'lib/go.sum': 'a' }],
])('has another checksum for %s', async (_, files) => {
  const { key } = await keyIn(pattern, { 'go.sum': 'a' });
  expect((await keyIn(pattern, files)).key).not.toBe(key);
});

it('reports a pattern without a match', async () => {
  const { missingFiles } = await keyIn(pattern, { 'src/go.sum.orig': 'a' });
  expect(missingFiles).toEqual(['**/go.sum']);
});

it('has the values of variables', async () => {
  expect((await keyIn('v{{ env "CACHE_VERSION" }}', {})).key).toBe('vvalue of CACHE_VERSION');
});

it('takes names without a star literally', async () => {
  const files = { 'a[1].lock': 'x', 'a1.lock': 'y' };
  const { key } = await keyIn('{{ checksum "a[1].lock" }}', files);
  expect(key).toBe((await keyIn('{{ checksum "b" }}', { b: 'x' })).key);
});
