import { describe, expect, it } from 'vitest';
import { formatProblem, parsePipelineFile } from './parse-pipeline-file.ts';

/** Reads a pipeline with one volume, which its step mounts. */
function read(volume: string, { type = 'kubernetes', mount = '' } = {}) {
  const mounts = `volumes: [{ name: data, path: /data, ${mount} }]`;
  const steps = `steps: [{ name: build, image: alpine, commands: [make], ${mounts} }]`;
  const source = `kind: pipeline\ntype: ${type}\nvolumes: [{ name: data, ${volume} }]\n${steps}\n`;
  const { pipelines, problems } = parsePipelineFile(source);
  const [pipeline] = pipelines;
  return {
    volumes: pipeline?.volumes,
    mounts: pipeline?.steps[0]?.volumes,
    trust: pipeline?.trustProblems.map(({ message }) => message),
    problems: problems.map(formatProblem),
  };
}

const name = 'data';

describe('volumes of a cluster', () => {
  it.for([
    [
      'claim: { name: shared, read_only: true }',
      { name, kind: 'claim', source: 'shared', readOnly: true },
    ],
    [
      'config_map: { name: tools, default_mode: 0555, optional: true }',
      { name, kind: 'config_map', source: 'tools', mode: 0o555, optional: true },
    ],
    [
      'secret: { name: deploy-key, default_mode: 256 }',
      { name, kind: 'secret', source: 'deploy-key', mode: 0o400, optional: false },
    ],
    [
      'secret: { name: deploy-key }',
      { name, kind: 'secret', source: 'deploy-key', mode: undefined, optional: false },
    ],
  ] as const)('read %s, which needs a trusted repository', ([volume, expected]) => {
    const { volumes, trust, problems } = read(volume);
    expect(volumes).toEqual([expected]);
    expect(trust).toEqual([`volumes[data].${expected.kind} needs a trusted repository`]);
    expect(problems).toEqual([]);
  });

  it('read fields of the Pod', () => {
    const item = '{ path: pod/labels, field_path: metadata.labels }';
    const { volumes, trust, problems } = read(`downward_api: { items: [${item}] }`);
    const items = [{ path: 'pod/labels', fieldPath: 'metadata.labels' }];
    expect(volumes).toEqual([{ name, kind: 'downward_api', items }]);
    expect([trust, problems]).toEqual([[], []]);
  });

  it.for([
    ['claim: {}', 'volumes[data].claim.name is missing'],
    ['config_map: { default_mode: 0400 }', 'volumes[data].config_map.name is missing'],
    ['secret:', 'volumes[data].secret.name is missing'],
    ['secret: { name: a, default_mode: rw }', 'secret.default_mode must be permissions, such as'],
    ['secret: { name: a, default_mode: 644 }', 'secret.default_mode is above 0777'],
    ['secret: { name: a, optional: 1 }', 'secret.optional must be true or false'],
    ['secret: { name: a, items: [] }', 'unknown key "items" in volumes[data].secret'],
    ['downward_api: { items: [{ path: a }] }', 'items[0] needs a path and a field_path'],
    [
      'downward_api: { items: [{ path: ../a, field_path: b }] }',
      'must be a path inside the volume',
    ],
  ])('report %s', ([volume = '', message = '']) => {
    const { problems } = read(volume);
    const others = problems.filter((problem) => !problem.includes('the pipeline has no volume'));
    expect(others).toEqual([expect.stringContaining(message)]);
  });

  it('warn in a pipeline of type docker', () => {
    expect(read('secret: { name: a }', { type: 'docker' }).problems).toEqual([
      expect.stringContaining('volumes[data].secret works only on runners for Kubernetes'),
    ]);
  });
});

it('warn about keys of a folder of the host that have no effect', () => {
  expect(read('host: { path: /srv, type: Directory }').problems).toEqual([
    expect.stringContaining('unknown key "type" in volumes[data].host'),
  ]);
});

describe('temporary volumes', () => {
  it.for([
    ['temp: {}', { inMemory: false, sizeLimit: 0 }],
    ['temp:', { inMemory: false, sizeLimit: 0 }],
    ['temp: { medium: memory, size_limit: 64MiB }', { inMemory: true, sizeLimit: 64 * 1024 ** 2 }],
    ['temp: { size_limit: 1048576 }', { inMemory: false, sizeLimit: 1024 ** 2 }],
  ] as const)('read %s', ([volume, expected]) => {
    const { volumes, problems } = read(volume);
    expect(volumes).toEqual([{ name, kind: 'temp', ...expected }]);
    expect(problems).toEqual([]);
  });

  it.for([
    ['docker', '{ size_limit: 1g }', 'size_limit has an effect only on runners for Kubernetes, or'],
    ['docker', '{ medium: memory, size_limit: 1g }', undefined],
    ['kubernetes', '{ size_limit: much }', 'temp.size_limit must be a size, such as 512MiB'],
    ['kubernetes', '{ limit: 1g }', 'unknown key "limit" in volumes[data].temp'],
    ['macstadium', '{ size_limit: much, other: 1 }', undefined],
  ] as const)('of type %s report %s', ([type, temp, message]) => {
    const { problems } = read(`temp: ${temp}`, { type });
    expect(problems).toEqual(message === undefined ? [] : [expect.stringContaining(message)]);
  });
});

describe('mounts', () => {
  it('read the part of the volume and the access', () => {
    const { mounts, problems } = read('temp: {}', { mount: 'read_only: true, sub_path: a/b' });
    expect(mounts).toEqual([{ name, path: '/data', readOnly: true, subPath: 'a/b' }]);
    expect(problems).toEqual([]);
  });

  it.for(['../a', 'a/../../b', '/etc'])('reject the part %s', (subPath) => {
    const { mounts, problems } = read('temp: {}', { mount: `sub_path: ${subPath}` });
    expect(mounts).toEqual([{ name, path: '/data' }]);
    expect(problems).toEqual([
      expect.stringContaining('volumes[data].sub_path must be a path inside the volume'),
    ]);
  });

  it.for([
    ['docker', 'sub_path: a', 'sub_path has an effect only on runners for Kubernetes'],
    ['kubernetes', 'readonly: true', 'unknown key "readonly"'],
  ])('warn in a pipeline of type %s about %s', ([type, mount, message = '']) => {
    expect(read('temp: {}', { type, mount }).problems).toEqual([expect.stringContaining(message)]);
  });
});
