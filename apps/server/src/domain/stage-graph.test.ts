import type { Status } from '@millrace/contract/vocabulary';
import { expect, it } from 'vitest';
import { finalBuildStatus, releaseStages, type StageNode } from './stage-graph.ts';

const stage = (
  name: string,
  status: Status,
  dependsOn: string[] = [],
  on = { onSuccess: true, onFailure: false },
): StageNode => ({ name, status, dependsOn, ...on });
const waiting = 'waiting_on_dependencies';
const always = { onSuccess: true, onFailure: true };
const onFailure = { onSuccess: false, onFailure: true };

it.each<[string, StageNode[], Record<string, string>]>([
  ['a success releases', [stage('a', 'success'), stage('b', waiting, ['a'])], { b: 'pending' }],
  ['a running one does not', [stage('a', 'running'), stage('b', waiting, ['a'])], {}],
  ['a failure skips', [stage('a', 'failure'), stage('b', waiting, ['a'])], { b: 'skipped' }],
  [
    'a skip goes down the chain, as it is no failure',
    [stage('a', 'failure'), stage('b', waiting, ['a']), stage('c', waiting, ['b'])],
    { b: 'skipped', c: 'pending' },
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
    'all of several must be over',
    [stage('a', 'failure'), stage('b', 'running'), stage('c', waiting, ['a', 'b'], always)],
    {},
  ],
  [
    'a stage for both runs after a failure',
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
  expect(finalBuildStatus(statuses.map((status) => ({ status })))).toBe(expected);
});
