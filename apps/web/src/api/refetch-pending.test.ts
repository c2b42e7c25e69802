import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { silentReports } from '../testing/silent-reports.ts';
import { ApiError } from './api-error.ts';
import { createQueryClient } from './query-client.ts';
import { repeatUnderWay } from './repeat-under-way.ts';

test('an answer that was under way is shown, and then asked for again', async () => {
  const client = createQueryClient(silentReports);
  const answers = ['older', 'newer'];
  const first = Promise.withResolvers<void>();
  let calls = 0;
  const observer = new QueryObserver(client, {
    queryKey: ['build'],
    queryFn: async () => {
      const answer = answers[calls++];
      await first.promise;
      return answer;
    },
  });
  const seen: unknown[] = [];
  const stop = observer.subscribe(({ data }) => data && seen.at(-1) !== data && seen.push(data));
  const repeated = repeatUnderWay(client, { type: 'active' });
  first.resolve();
  await repeated;
  expect(seen).toEqual(['older', 'newer']);
  stop();
});

test('events in a row ask again but once', async () => {
  const client = createQueryClient(silentReports);
  const answers = Array.from({ length: 3 }, () => Promise.withResolvers<number>());
  let calls = 0;
  const queryFn = () => answers[calls++]?.promise;
  const stop = new QueryObserver(client, { queryKey: ['build'], queryFn }).subscribe(() => {});
  const repeated = Promise.all([repeatUnderWay(client, {}), repeatUnderWay(client, {})]);
  answers[0]?.resolve(1);
  answers[1]?.resolve(2);
  await repeated;
  await expect.poll(() => client.getQueryData(['build'])).toBe(2);
  expect(calls).toBe(2);
  stop();
});

test.each([
  [false, 1],
  [true, 2],
])('a failure is final unless the stream was away: %s', async (wasAway, calls) => {
  const client = createQueryClient(silentReports);
  const first = Promise.withResolvers<void>();
  let asked = 0;
  const queryFn = async () => {
    asked++;
    await first.promise;
    throw new ApiError(502, 'Bad Gateway');
  };
  const stop = new QueryObserver(client, { queryKey: ['build'], queryFn }).subscribe(() => {});
  const repeated = wasAway
    ? repeatUnderWay(client, { type: 'active' }, () => true)
    : repeatUnderWay(client, { type: 'active' });
  first.resolve();
  await repeated;
  expect(asked).toBe(calls);
  stop();
});

test('what is not under way is left alone', async () => {
  const client = createQueryClient(silentReports);
  client.setQueryData(['build'], 'known');
  await repeatUnderWay(client, {});
  expect(client.getQueryState(['build'])?.isInvalidated).toBe(false);
});
