import { sampleBuild, sampleStage } from '@millrace/contract/testing';
import { expect, test } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { type BuildReads, type BuildScreenState, buildScreenState } from './build-screen-state.ts';

const missing = new ApiError(404, 'sql: no rows in result set', 'missing');
const unauthorized = new ApiError(401, 'Unauthorized', 'unauthorized');
const broken = new ApiError(500, 'disk full');
const build = sampleBuild({ attempt: 1, stages: [sampleStage({ number: 1 })] });
const failed = { ...build, error: 'yaml: line 2' };
const { attempt: _, ...ofOtherServer } = failed;
const noReads: BuildReads = {
  build: undefined,
  buildError: null,
  attemptError: null,
  repoError: null,
};
const notFound = { kind: 'notFound' } as const;
const log = { kind: 'log' } as const;

const loading: [title: string, reads: Partial<BuildReads>, state: BuildScreenState][] = [
  ['nothing is loaded', {}, log],
  ['the build is missing', { buildError: missing }, notFound],
  ['the build was deleted while it was open', { build, buildError: missing }, notFound],
  ['the repository is missing', { repoError: missing }, notFound],
  ['the attempt is missing', { attemptError: missing }, notFound],
  ['the viewer may not read the build', { buildError: unauthorized }, notFound],
  ['the build cannot be read', { buildError: broken }, { kind: 'failedRead', error: broken }],
  ['the attempt cannot be read', { attemptError: broken }, { kind: 'failedRead', error: broken }],
  ['the build cannot be read again', { build, buildError: broken }, log],
  ['the repository cannot be read', { build, repoError: broken }, log],
  ['the repository is gone, the build cached', { build, repoError: missing }, log],
  [
    'the pipeline file is broken',
    { build: failed },
    { kind: 'brokenPipeline', message: failed.error },
  ],
  [
    'another server reports an error',
    { build: ofOtherServer },
    { kind: 'problem', message: failed.error },
  ],
];

test.each(loading)('shows the right state if %s', (_title, reads, state) => {
  expect(buildScreenState({ ...noReads, ...reads }, 1, 'logs')).toEqual(state);
});

test('reports a stage that does not exist in the build', () => {
  const state = buildScreenState({ ...noReads, build }, 2, 'logs');
  expect(state).toEqual({ kind: 'problem', message: null });
});

test('shows the overview for every other view', () => {
  const state = buildScreenState({ ...noReads, build }, 1, 'graph');
  expect(state).toEqual({ kind: 'overview', view: 'graph' });
});

test('shows the pipeline file despite a problem', () => {
  const overview = { kind: 'overview', view: 'pipeline' };
  expect(buildScreenState({ ...noReads, build: failed }, 1, 'pipeline')).toEqual(overview);
  expect(buildScreenState({ ...noReads, build }, 2, 'pipeline')).toEqual(overview);
});
