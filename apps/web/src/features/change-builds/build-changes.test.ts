import { expect, it } from 'vitest';
import { type BuildChange, changeAll, isPossible } from './build-changes.ts';

it.each<[string, BuildChange[]]>([
  ['pending', ['cancel']],
  ['running', ['cancel']],
  ['blocked', ['cancel']],
  ['success', ['restart']],
  ['failure', ['restart', 'restartFailed']],
  ['error', ['restart', 'restartFailed']],
  ['killed', ['restart', 'restartFailed']],
  ['declined', []],
])('of a build with the status %s, %j are possible', (status, wanted) => {
  const all = ['cancel', 'restart', 'restartFailed'] as const;
  const build = { status: status as 'pending' };
  expect(all.filter((change) => isPossible(change, build))).toEqual(wanted);
});

it('changes every build once, and collects the refusals', async () => {
  const changed: number[] = [];
  const progress: number[] = [];
  const change = async (number: number) => {
    if (number % 3 === 0) throw new Error(`no ${number}`);
    changed.push(number);
  };
  const numbers = [9, 8, 7, 6, 5, 4, 3, 2, 1];
  const result = await changeAll(numbers, change, {
    signal: new AbortController().signal,
    onProgress: (done) => progress.push(done),
  });
  expect(changed.sort()).toEqual([1, 2, 4, 5, 7, 8]);
  expect(result.changed).toBe(6);
  expect(result.failures.map(({ number, error }) => [number, error.message])).toEqual([
    [9, 'no 9'],
    [6, 'no 6'],
    [3, 'no 3'],
  ]);
  expect(progress.at(-1)).toBe(9);
});

it('begins no further build once it is stopped', async () => {
  const stop = new AbortController();
  const begun: number[] = [];
  const change = async (number: number) => {
    begun.push(number);
    stop.abort();
  };
  const all = Array.from({ length: 50 }, (_, at) => at);
  await changeAll(all, change, { signal: stop.signal, onProgress: () => undefined });
  expect(begun).toHaveLength(4);
});
