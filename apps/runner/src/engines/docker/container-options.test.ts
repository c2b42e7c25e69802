import { parsePipelineFile } from '@millrace/pipeline';
import { expect, it, onTestFinished, vi } from 'vitest';
import { containerOptions } from './container-options.ts';
import { type ContainerSettings, defaultContainerSettings } from './container-settings.ts';

const stage = {
  labels: {},
  network: 'own',
  hosts: ['a', 'database'],
  workspaceVolume: 'sources',
  workspaceBase: '/drone/src',
  sourceDir: '/drone/src',
  volumes: [],
  temporaryVolumes: new Map(),
  cacheVolumes: new Map(),
  settings: defaultContainerSettings,
  machineBytes: 0,
};

function optionsOf(text: string, settings: Partial<ContainerSettings> = {}) {
  const [pipeline] = parsePipelineFile(
    `kind: pipeline\nvolumes: [{ name: own, temp: { medium: memory } }]\nsteps: [{ name: a, ${text} }]`,
  ).pipelines;
  const step = pipeline?.steps[0];
  if (!step) throw new Error('no step');
  return containerOptions({ ...step, number: 1, environment: { http_proxy: 'http://own' } }, step, {
    ...stage,
    settings: { ...defaultContainerSettings, ...settings },
  });
}

// Not every Docker engine used for tests can grant these rights.
it.each([
  ['image: b', false],
  ['image: b, privileged: true', true],
])('grants host privileges only if the step requests them: %s', (text, expected) => {
  expect(optionsOf(text).HostConfig).toMatchObject({ Privileged: expected, NetworkMode: 'own' });
});

it('passes the proxies of the runner on, except those that the step sets and for hosts of the stage', () => {
  vi.stubEnv('http_proxy', 'http://proxy');
  vi.stubEnv('HTTP_PROXY', undefined);
  vi.stubEnv('no_proxy', 'example.com');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(optionsOf('image: b').Env).toEqual(
    expect.arrayContaining([
      'http_proxy=http://own',
      'HTTP_PROXY=http://proxy',
      'no_proxy=localhost,127.0.0.1,::1,a,database,example.com',
    ]),
  );
});

it('gives every container the volumes and devices of its runner, except at paths of the step', () => {
  const mount = { kind: 'bind', source: '/etc/ssl', isReadOnly: true } as const;
  const settings = {
    mounts: [
      { ...mount, target: '/etc/ssl' },
      { ...mount, kind: 'volume', source: 'cache', target: '/cache', isReadOnly: false },
    ],
    devices: [{ host: '/dev/fuse', container: '/dev/fuse', permissions: 'rw' }],
  } as const;
  const { HostConfig } = optionsOf('image: b', settings);
  expect(HostConfig).toMatchObject({
    Mounts: [
      { Target: '/drone/src' },
      { Type: 'bind', Source: '/etc/ssl', Target: '/etc/ssl', ReadOnly: true },
      { Type: 'volume', Source: 'cache', Target: '/cache', ReadOnly: false },
    ],
    Devices: [{ PathOnHost: '/dev/fuse', PathInContainer: '/dev/fuse', CgroupPermissions: 'rw' }],
  });
  const own = optionsOf('image: b, volumes: [{ name: own, path: /cache }]', settings);
  expect(own.HostConfig?.Mounts?.map(({ Target, Type }) => [Target, Type])).toEqual([
    ['/drone/src', 'volume'],
    ['/etc/ssl', 'bind'],
    ['/cache', 'tmpfs'],
  ]);
});

it('mounts a volume of the step for reading alone', () => {
  const options = optionsOf('image: b, volumes: [{ name: own, path: /cache, read_only: true }]');
  expect(options.HostConfig?.Mounts).toMatchObject([
    { Target: '/drone/src' },
    { Target: '/cache', ReadOnly: true },
  ]);
});
