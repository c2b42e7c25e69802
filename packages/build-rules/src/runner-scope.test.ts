import { describe, expect, it } from 'vitest';
import { mayRun, type RunnerScope } from './runner-scope.ts';

const ofServer: RunnerScope = { repoId: null, namespace: null, isProtected: false, labels: null };
const ofNamespace = { ...ofServer, namespace: 'octo' };
const ofRepo = { ...ofServer, repoId: 1 };
const runners = { ofServer, ofNamespace, ofRepo };

const stages = {
  own: { repoId: 1, namespace: 'octo' },
  beside: { repoId: 2, namespace: 'octo' },
  foreign: { repoId: 3, namespace: 'other' },
};

describe('a runner of the', () => {
  it.each([
    ['server', 'ofServer', ['own', 'beside', 'foreign']],
    ['organization', 'ofNamespace', ['own', 'beside']],
    ['repository', 'ofRepo', ['own']],
  ] as const)('%s runs the stages of its owner alone', (_, runner, expected) => {
    const wanted: Record<string, string>[] = [{}, { gpu: 'yes' }];
    for (const labels of wanted) {
      const allowed = Object.entries(stages).filter(([, { repoId, namespace }]) =>
        mayRun({ repoId, labels }, { namespace, isProtected: false }, runners[runner]),
      );
      expect(allowed.map(([name]) => name)).toEqual(expected);
    }
  });
});

it.each([
  [ofServer, true, true],
  [ofServer, false, true],
  [{ ...ofServer, isProtected: true }, true, true],
  [{ ...ofServer, isProtected: true }, false, false],
  [{ ...ofRepo, isProtected: true }, true, true],
  [{ ...ofRepo, isProtected: true }, false, false],
  [undefined, false, true],
])('with %j, a build that is protected %s: %s', (scope, isProtected, expected) => {
  expect(mayRun({ repoId: 1, labels: {} }, { namespace: 'octo', isProtected }, scope)).toBe(
    expected,
  );
});

it.each([
  [null, {}, true],
  [null, { gpu: 'yes' }, true],
  [{}, {}, true],
  [{}, { gpu: 'yes' }, false],
  [{ gpu: 'yes' }, { gpu: 'yes' }, true],
  [{ gpu: 'yes' }, {}, false],
  [{ gpu: 'yes' }, { gpu: 'no' }, false],
])('with the labels %j of its owner, a stage with %j: %s', (labels, wanted, expected) => {
  const rights = { namespace: 'octo', isProtected: false };
  expect(mayRun({ repoId: 1, labels: wanted }, rights, { ...ofServer, labels })).toBe(expected);
});
