import { parsePipelineFile } from '@millrace/contract/pipeline';
import { expect, it } from 'vitest';
import { containerOptions } from './container-options.ts';

const stage = {
  labels: {},
  network: 'own',
  workspaceVolume: 'sources',
  workspaceBase: '/drone/src',
  sourceDir: '/drone/src',
  volumes: [],
  temporaryVolumes: new Map(),
};

function optionsOf(text: string) {
  const [pipeline] = parsePipelineFile(`kind: pipeline\nsteps: [{ name: a, ${text} }]`).pipelines;
  const step = pipeline?.steps[0];
  if (!step) throw new Error('no step');
  return containerOptions({ ...step, number: 1, environment: {} }, step, stage).HostConfig;
}

// Not every engine that tests have may give these rights.
it.each([
  ['image: b', false],
  ['image: b, privileged: true', true],
])('gives the rights of the host only where the step says so: %s', (text, expected) => {
  expect(optionsOf(text)).toMatchObject({ Privileged: expected, NetworkMode: 'own' });
});
