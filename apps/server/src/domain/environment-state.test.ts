import type { Status } from '@millrace/contract/vocabulary';
import { expect, test } from 'vitest';
import { type Deployment, findEnvironmentState } from './environment-state.ts';

const deployment = (number: number, status: Status, finished: number): Deployment => ({
  id: number,
  number,
  status,
  finished,
});

test.each<[string, Deployment[], (number | undefined)[]]>([
  ['nothing was deployed', [], [undefined, undefined, undefined]],
  ['one success', [deployment(1, 'success', 10)], [1, undefined, undefined]],
  [
    'two successes',
    [deployment(2, 'success', 20), deployment(1, 'success', 10)],
    [2, 1, undefined],
  ],
  [
    'a failure follows',
    [deployment(2, 'failure', 20), deployment(1, 'success', 10)],
    [1, undefined, 2],
  ],
  [
    'one is running',
    [deployment(2, 'running', 0), deployment(1, 'success', 10)],
    [1, undefined, 2],
  ],
  [
    'one was declined',
    [deployment(2, 'declined', 20), deployment(1, 'success', 10)],
    [1, undefined, 2],
  ],
  [
    'a failure was followed by a success',
    [deployment(2, 'success', 20), deployment(1, 'failure', 10)],
    [2, undefined, undefined],
  ],
  [
    'all failed',
    [deployment(2, 'killed', 20), deployment(1, 'error', 10)],
    [undefined, undefined, 2],
  ],
  [
    'an older one was restarted',
    [deployment(2, 'success', 20), deployment(1, 'success', 30)],
    [1, 2, undefined],
  ],
  [
    'an older one runs again',
    [deployment(2, 'success', 20), deployment(1, 'running', 0)],
    [2, undefined, 1],
  ],
  [
    'two ended in the same second',
    [deployment(2, 'success', 20), deployment(1, 'success', 20)],
    [2, 1, undefined],
  ],
])('%s', (_, recent, expected) => {
  const successes = recent.filter(({ status }) => status === 'success');
  const { current, previous, newest } = findEnvironmentState(successes, recent);
  expect([current?.number, previous?.number, newest?.number]).toEqual(expected);
});
