import { parsePipelineFile } from '@millrace/contract/pipeline';
import { expect, it, onTestFinished, vi } from 'vitest';
import { defaultContainerLimits } from './container-limits.ts';
import { containerOptions } from './container-options.ts';

const stage = {
  labels: {},
  network: 'own',
  hosts: ['a', 'database'],
  workspaceVolume: 'sources',
  workspaceBase: '/drone/src',
  sourceDir: '/drone/src',
  volumes: [],
  temporaryVolumes: new Map(),
  limits: defaultContainerLimits,
  machineBytes: 0,
};

function optionsOf(text: string) {
  const [pipeline] = parsePipelineFile(`kind: pipeline\nsteps: [{ name: a, ${text} }]`).pipelines;
  const step = pipeline?.steps[0];
  if (!step) throw new Error('no step');
  return containerOptions(
    { ...step, number: 1, environment: { http_proxy: 'http://own' } },
    step,
    stage,
  );
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
