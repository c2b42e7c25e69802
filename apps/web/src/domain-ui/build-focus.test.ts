import { sampleBuild, sampleStage, sampleStep } from '@millrace/contract/testing';
import { expect, it } from 'vitest';
import { focusOf, focusPath } from './build-focus.ts';

const failed = (number: number, fields = {}) =>
  sampleStep({ number, status: 'failure', ...fields });

it.each([
  ['no step of a successful build', sampleBuild({ stages: [sampleStage()] }), undefined],
  [
    'the focus from a list response',
    sampleBuild({ stages: [], focus: { stage: 2, step: 3 } }),
    [2, 3],
  ],
  [
    'the first failure that counts',
    sampleBuild({
      status: 'failure',
      stages: [
        sampleStage({ number: 1, steps: [failed(1, { errignore: true })] }),
        sampleStage({ number: 2, steps: [sampleStep({ number: 1 }), failed(2), failed(3)] }),
      ],
    }),
    [2, 2],
  ],
  [
    'the first failure of a running build',
    sampleBuild({
      status: 'running',
      stages: [sampleStage({ steps: [sampleStep({ status: 'running' }), failed(2)] })],
    }),
    [1, 2],
  ],
  [
    'the running step, although another has failed that may fail',
    sampleBuild({
      status: 'running',
      stages: [
        sampleStage({
          steps: [failed(1, { errignore: true }), sampleStep({ number: 2, status: 'running' })],
        }),
      ],
    }),
    [1, 2],
  ],
])('focuses %s', (_, build, expected) => {
  const [stage, step] = expected ?? [];
  expect(focusOf(build)).toEqual(expected && { stage, step });
  expect(focusPath('octo/hello', build)).toBe(
    ['/octo/hello', build.number, stage, step].filter((part) => part !== undefined).join('/'),
  );
});
