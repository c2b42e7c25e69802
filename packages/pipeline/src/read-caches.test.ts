import { expect, it } from 'vitest';
import { filesOfCacheKey, fillCacheKey } from './cache-key.ts';
import { parsePipelineFile } from './parse-pipeline-file.ts';

function read(cache: string, type = 'exec') {
  const step = `{ name: a, image: b, commands: [c], cache: ${cache} }`;
  const { pipelines, problems } = parsePipelineFile(
    `kind: pipeline\ntype: ${type}\nname: p\nsteps: [${step}]`,
  );
  return { caches: pipelines[0]?.steps[0]?.caches, problems: problems.map((each) => each.message) };
}

it('reads one cache or a list', () => {
  const one = `{ key: npm, restore_keys: n, paths: node_modules }`;
  const expected = { key: 'npm', restoreKeys: ['n'], paths: ['node_modules'] };
  expect(read(one)).toEqual({ caches: [expected], problems: [] });
  expect(read(`[${one}]`)).toEqual({ caches: [expected], problems: [] });
  expect(read('null')).toEqual({ caches: [], problems: [] });
});

it('reads the caches of a pipeline', () => {
  const { pipelines, problems } = parsePipelineFile(
    `kind: pipeline\nname: p\ncache: { key: a, paths: b }\nsteps: [{ name: a, image: b }]`,
  );
  expect(problems).toEqual([]);
  expect(pipelines[0]?.caches).toEqual([{ key: 'a', restoreKeys: [], paths: ['b'] }]);
});

it('simplifies paths', () => {
  const { caches } = read(`{ key: a, paths: [./b//c/, a/b, a, b/c, a-b, ' x'] }`);
  expect(caches?.[0]?.paths).toEqual([' x', 'a', 'a-b', 'b/c']);
});

it.each([
  ['text', 'steps[a].cache must be a list'],
  ['{ paths: a }', 'steps[a].cache.key is missing or invalid'],
  ['{ key: "", paths: a }', 'steps[a].cache.key is missing or invalid'],
  ['{ key: a }', 'steps[a].cache.paths is missing'],
  ['{ key: a, paths: [] }', 'steps[a].cache.paths is missing'],
  ['{ key: a, paths: /etc }', 'steps[a].cache.paths is invalid: must be a path inside'],
  ['{ key: a, paths: [b, ../c] }', 'steps[a].cache.paths[1] is invalid: must be a path inside'],
  ['{ key: a, paths: . }', 'steps[a].cache.paths is invalid'],
  ['{ key: a, paths: ./ }', 'steps[a].cache.paths is invalid'],
  ['{ key: a, paths: b/.. }', 'steps[a].cache.paths is invalid'],
  [`{ key: 'a-{{ hash "b" }}', paths: b }`, 'is missing or invalid; {{ checksum "file" }}'],
  [`{ key: 'a-{{ checksum "../b" }}', paths: b }`, 'is missing or invalid'],
  [`{ key: 'a-{{ checksum "/b" }}', paths: b }`, 'is missing or invalid'],
  [`{ key: 'a-{{ checksum "b/.." }}', paths: b }`, 'is missing or invalid'],
  [`{ key: 'a-{{ checksum }}', paths: b }`, 'is missing or invalid'],
  [`{ key: a, restore_keys: 'a-{{ x', paths: b }`, 'steps[a].cache.restore_keys is invalid'],
  [`{ key: ${'a'.repeat(401)}, paths: b }`, 'is missing or invalid'],
  [`{ key: a, paths: [${'b, '.repeat(51)}] }`, 'has more than 50 entries'],
  [`[${'{ key: a, paths: b }, '.repeat(11)}]`, 'has more than 10 entries'],
  ['{ key: a, paths: b, path: c }', 'unknown key "path" in cache; did you mean "paths"?'],
])('reports %s', (cache, message) => {
  expect(read(cache).problems).toEqual([expect.stringContaining(message)]);
});

it('reserves the names of the steps of a pipeline with caches', () => {
  const { problems } = parsePipelineFile(
    `kind: pipeline\nname: p\ncache: { key: a, paths: b }\nsteps: [{ name: save-cache, image: b }]`,
  );
  expect(problems[0]?.message).toContain('no step may be named "save-cache"');
});

it('ignores the key in pipelines of other runners', () => {
  expect(read('text', 'ssh')).toEqual({ caches: [], problems: [] });
});

it('fills checksums', () => {
  const key = 'a-{{ checksum "b" }}-{{checksum  "c"  "d/e"}}';
  expect(filesOfCacheKey(key)).toEqual(['b', 'c', 'd/e']);
  expect(fillCacheKey(key, (paths) => paths.join('+'))).toBe('a-b-c+d/e');
});
