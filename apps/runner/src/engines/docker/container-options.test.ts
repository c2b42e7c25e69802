import { parsePipelineFile } from '@millrace/contract/pipeline';
import { expect, it, onTestFinished, vi } from 'vitest';
import { usualContainerLimits } from './container-limits.ts';
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
  limits: usualContainerLimits,
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

// Not every engine that tests have may give these rights.
it.each([
  ['image: b', false],
  ['image: b, privileged: true', true],
])('gives the rights of the host only where the step says so: %s', (text, expected) => {
  expect(optionsOf(text).HostConfig).toMatchObject({ Privileged: expected, NetworkMode: 'own' });
});

it('hands the proxies of the runner on, but for what the step sets, and not for the stage itself', () => {
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
