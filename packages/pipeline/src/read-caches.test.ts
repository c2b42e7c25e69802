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
  [
    `{ key: 'a-{{ hash "b" }}', paths: b }`,
    'is missing or invalid; its functions are {{ checksum "file" }}',
  ],
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

it('takes folders outside of the clone folder literally on a machine', () => {
  const { caches, problems } = read('{ key: a, paths: ~/.npm }');
  expect(caches?.[0]?.paths).toEqual(['~/.npm']);
  expect(problems).toEqual([
    expect.stringContaining('is not the home folder; a cache holds files below the clone folder'),
  ]);
});

it('reads folders outside of the clone folder in containers', () => {
  const cache = '{ key: a, paths: [/go//pkg/mod/, ~/.npm, ~/.npm/_cacache, deps] }';
  const { caches, problems } = read(cache, 'docker');
  expect(problems).toEqual([]);
  expect(caches?.[0]?.paths).toEqual(['/go/pkg/mod', 'deps', '~/.npm']);
});

it.each([
  ['/', 'is invalid: must be a path inside the workspace, an absolute path or one that begins'],
  ['~/', '"~/" is the home folder; write a folder in it, such as ~/.npm'],
  ['~', '"~" is the home folder; write a folder in it, such as ~/.npm'],
  ['$HOME/a', '"$HOME/a" is not the home folder; write a path that begins with ~/'],
  ['/go/../etc', 'is invalid'],
  ['/usr/bin/x', '"/usr/bin/x" is a folder of the system, which the image needs'],
  ['/proc', '"/proc" is a folder of the system, which the image needs'],
  ['/lib64', '"/lib64" is a folder of the system, which the image needs'],
  ['/./etc/ssl', '"/./etc/ssl" is a folder of the system'],
  ['/root', '"/root" is a folder of the system; write a folder in it'],
  ['/usr/local/', '"/usr/local/" is a folder of the system; write a folder in it'],
  ['/drone/src/deps', '"/drone/src/deps" and the clone folder /drone/src overlap; write paths'],
  ['/drone', '"/drone" and the clone folder /drone/src overlap'],
  ['[/a, /a/b, /a]', undefined],
])('checks the folder %s of a container', (paths, message) => {
  const { problems } = read(
    `{ key: a, paths: ${JSON.stringify(paths).replace(/^"(\[.*)"$/, '$1')} }`,
    'docker',
  );
  expect(problems).toEqual(message === undefined ? [] : [expect.stringContaining(message)]);
});

it('reports folders that overlap with volumes and folders of other caches', () => {
  const { problems } = parsePipelineFile(`kind: pipeline
volumes: [{ name: v, temp: {} }]
cache: { key: a, paths: /go }
steps:
  - { name: a, image: b, volumes: [{ name: v, path: /data/ }], cache: { key: a, paths: /data/x } }
  - { name: c, image: b, cache: { key: a, paths: /go/pkg } }`);
  expect(problems.map(({ message }) => message)).toEqual([
    'steps[a].cache: "/data/x" and the volume "v" at /data/ of step "a" overlap; leave out one of them',
    'steps[c].cache: "/go" and "/go/pkg" overlap; write the outer one only',
  ]);
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
  expect(fillCacheKey(key, (paths) => paths.join('+'), String)).toBe('a-b-c+d/e');
  expect(fillCacheKey('{{env "A"}}-{{ env "B_2" }}', String, (name) => `<${name}>`)).toBe(
    '<A>-<B_2>',
  );
});
