import type { Status } from '@millrace/contract/vocabulary';
import { expect, it } from 'vitest';
import {
  createGraph,
  finalBuildStatus,
  findDependents,
  findOpenDependencies,
  releaseStages,
  type StageNode,
} from './stage-graph.ts';

const stage = (
  name: string,
  status: Status,
  dependsOn: string[] = [],
  on: Partial<StageNode> = {},
): StageNode => ({
  name,
  status,
  dependsOn,
  onSuccess: true,
  onFailure: false,
  ignoresFailure: false,
  manual: '',
  needsApproval: false,
  matrixOf: '',
  ...on,
});
const ignoring = { ignoresFailure: true };
const manual = { manual: 'write' as const };
const optional = { ...manual, ignoresFailure: true };
const waiting = 'waiting_on_dependencies';
const always = { onSuccess: true, onFailure: true };
const onFailure = { onSuccess: false, onFailure: true };

it.each<[string, StageNode[], Record<string, string>]>([
  ['a success releases', [stage('a', 'success'), stage('b', waiting, ['a'])], { b: 'pending' }],
  ['a running one does not', [stage('a', 'running'), stage('b', waiting, ['a'])], {}],
  [
    'an ignored failure releases',
    [stage('a', 'failure', [], ignoring), stage('b', waiting, ['a'])],
    { b: 'pending' },
  ],
  [
    'a cancel is not ignored',
    [stage('a', 'killed', [], ignoring), stage('b', waiting, ['a'])],
    { b: 'skipped' },
  ],
  [
    'a success does not release a manual one',
    [stage('a', 'success'), stage('b', 'blocked', ['a'], manual)],
    {},
  ],
  [
    'stages wait for a manual one',
    [stage('a', 'blocked', [], manual), stage('b', waiting, ['a'])],
    {},
  ],
  [
    'a failure skips a manual one',
    [stage('a', 'failure'), stage('b', 'blocked', ['a'], manual)],
    { b: 'skipped' },
  ],
  [
    'a failure skips none that waits for an approval',
    [stage('a', 'failure'), stage('b', 'blocked', ['a'], { ...manual, needsApproval: true })],
    {},
  ],
  [
    'after a failure, a manual one may still be started',
    [stage('a', 'failure'), stage('b', 'blocked', ['a'], { ...manual, ...always })],
    {},
  ],
  [
    'a success skips a manual one for failures',
    [stage('a', 'success'), stage('b', 'blocked', ['a'], { ...manual, ...onFailure })],
    { b: 'skipped' },
  ],
  [
    'a build goes on without optional ones, and what depends on them',
    [
      stage('a', 'success'),
      stage('b', 'blocked', ['a'], optional),
      stage('c', waiting, ['b']),
      stage('d', 'blocked', ['c'], manual),
    ],
    { b: 'skipped', c: 'skipped', d: 'skipped' },
  ],
  [
    'optional ones wait while another one runs',
    [stage('a', 'running'), stage('b', 'blocked', [], optional)],
    {},
  ],
  [
    'optional ones wait while another one waits for a person',
    [stage('a', 'blocked', [], manual), stage('b', 'blocked', [], optional)],
    {},
  ],
  ['a build of optional ones waits', [stage('a', 'blocked', [], optional)], {}],
  [
    'an optional one is no more needed after another one',
    [stage('a', 'success', [], optional), stage('b', 'blocked', [], optional)],
    { b: 'skipped' },
  ],
  [
    'a declined optional one is no failure',
    [stage('a', 'declined', [], optional), stage('b', waiting, ['c']), stage('c', 'success')],
    { b: 'pending' },
  ],
  ['a failure skips', [stage('a', 'failure'), stage('b', waiting, ['a'])], { b: 'skipped' }],
  [
    'a failure skips the whole chain after it',
    [
      stage('test', 'failure'),
      stage('package', waiting, ['test']),
      stage('deploy', waiting, ['package']),
    ],
    { package: 'skipped', deploy: 'skipped' },
  ],
  [
    'a failure skips the chain in any order of the file',
    [
      stage('deploy', waiting, ['package']),
      stage('package', waiting, ['test']),
      stage('test', 'error'),
    ],
    { package: 'skipped', deploy: 'skipped' },
  ],
  [
    'a stage skipped by an earlier change is not a success',
    [stage('a', 'failure'), stage('b', 'skipped', ['a']), stage('c', waiting, ['b'])],
    { c: 'skipped' },
  ],
  [
    'a failure skips one side of a diamond and its end',
    [
      stage('a', 'success'),
      stage('b', 'failure', ['a']),
      stage('c', 'success', ['a']),
      stage('d', waiting, ['b', 'c']),
    ],
    { d: 'skipped' },
  ],
  [
    'a failure skips immediately, while other stages still run',
    [stage('a', 'failure'), stage('b', 'running'), stage('c', waiting, ['a', 'b'])],
    { c: 'skipped' },
  ],
  [
    'a failure anywhere in the build skips stages that do not depend on it',
    [stage('lint', 'failure'), stage('test', 'success'), stage('deploy', waiting, ['test'])],
    { deploy: 'skipped' },
  ],
  [
    'a stage for failures runs after a skipped one',
    [stage('a', 'failure'), stage('b', waiting, ['a']), stage('c', waiting, ['b'], onFailure)],
    { b: 'skipped', c: 'pending' },
  ],
  [
    'a stage for failures waits for what its skipped dependency waited for',
    [
      stage('a', 'failure'),
      stage('b', 'running'),
      stage('c', waiting, ['a', 'b']),
      stage('d', waiting, ['c'], always),
    ],
    { c: 'skipped' },
  ],
  [
    'a stage for failures runs after a failure elsewhere in the build',
    [
      stage('lint', 'failure'),
      stage('test', 'success'),
      stage('notify', waiting, ['test'], onFailure),
    ],
    { notify: 'pending' },
  ],
  [
    'a stage that is skipped after a success lets the next one run',
    [stage('a', 'success'), stage('b', waiting, ['a'], onFailure), stage('c', waiting, ['b'])],
    { b: 'skipped', c: 'pending' },
  ],
  [
    'one failure among stages of the same name counts for all of them',
    [stage('a', 'success'), stage('a', 'failure'), stage('b', waiting, ['a'])],
    { b: 'skipped' },
  ],
  [
    'a stage that ran on failure does not release the next one',
    [stage('a', 'failure'), stage('b', 'success', ['a'], always), stage('c', waiting, ['b'])],
    { c: 'skipped' },
  ],
  [
    'a blocked stage delays dependent stages, approved or not',
    [stage('a', 'blocked'), stage('b', waiting, ['a'])],
    {},
  ],
  [
    'a stage for failures runs after one',
    [stage('a', 'error'), stage('b', waiting, ['a'], onFailure)],
    { b: 'pending' },
  ],
  [
    'a stage for failures is skipped after a success',
    [stage('a', 'success'), stage('b', waiting, ['a'], onFailure)],
    { b: 'skipped' },
  ],
  [
    'a stage after a declined one is skipped, one for failures runs',
    [stage('a', 'declined'), stage('b', waiting, ['a']), stage('c', waiting, ['a'], onFailure)],
    { b: 'skipped', c: 'pending' },
  ],
  [
    'all of several dependencies must finish',
    [stage('a', 'failure'), stage('b', 'running'), stage('c', waiting, ['a', 'b'], always)],
    {},
  ],
  [
    'a stage for success and failure runs after a failure',
    [stage('a', 'killed'), stage('b', 'success'), stage('c', waiting, ['a', 'b'], always)],
    { c: 'pending' },
  ],
])('%s', (_, stages, expected) => {
  const released = [...releaseStages(stages)].map(([{ name }, status]) => [name, status]);
  expect(Object.fromEntries(released)).toEqual(expected);
});

it.each<[Status[], Status | undefined]>([
  [['success', 'success'], 'success'],
  [['success', 'skipped'], 'success'],
  [['success', 'running'], undefined],
  [['failure', 'pending'], undefined],
  [['blocked'], undefined],
  [['success', 'failure', 'error'], 'failure'],
  [['killed', 'failure'], 'killed'],
  [['error', 'success'], 'error'],
  [['success', 'declined', 'skipped'], 'declined'],
])('stages %s make a build %s', (statuses, expected) => {
  expect(finalBuildStatus(statuses.map((status) => stage('a', status)))).toBe(expected);
});

it.each<[Status, Status]>([
  ['failure', 'success'],
  ['error', 'success'],
  ['killed', 'killed'],
])('a stage with the status %s whose failure is ignored makes a build %s', (status, expected) => {
  expect(finalBuildStatus([stage('a', status, [], ignoring)])).toBe(expected);
});

const graph = [
  stage('a', 'success'),
  stage('b', 'running'),
  stage('b', 'success'),
  stage('c', 'skipped', ['b']),
  stage('d', waiting, ['c']),
];

it.each<[string[], string[]]>([
  [[], []],
  [['a', 'gone'], []],
  [['a', 'b'], ['b']],
  [['c'], ['b']],
  [
    ['c', 'd'],
    ['d', 'b'],
  ],
])('a stage that depends on %s waits for %s', (dependsOn, expected) => {
  expect(findOpenDependencies({ dependsOn }, createGraph(graph))).toEqual(expected);
});

it('finds the stages that depend on others, directly or indirectly', () => {
  const dependents = (name: string) => {
    const roots = graph.filter((candidate) => candidate.name === name);
    return [...findDependents(graph, roots)].map((found) => found.name);
  };
  expect(dependents('a')).toEqual([]);
  expect(dependents('b')).toEqual(['c', 'd']);
  expect(dependents('c')).toEqual(['d']);
});
