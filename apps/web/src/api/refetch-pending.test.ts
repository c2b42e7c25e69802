import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { silentReports } from '../testing/silent-reports.ts';
import { ApiError } from './api-error.ts';
import { createQueryClient } from './query-client.ts';
import { refetchPending } from './refetch-pending.ts';

test('shows the pending response, then refetches', async () => {
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
  const refetched = refetchPending(client, { type: 'active' });
  first.resolve();
  await refetched;
  expect(seen).toEqual(['older', 'newer']);
  stop();
});

test('refetches only once for several events', async () => {
  const client = createQueryClient(silentReports);
  const answers = Array.from({ length: 3 }, () => Promise.withResolvers<number>());
  let calls = 0;
  const queryFn = () => answers[calls++]?.promise;
  const stop = new QueryObserver(client, { queryKey: ['build'], queryFn }).subscribe(() => {});
  const refetched = Promise.all([refetchPending(client, {}), refetchPending(client, {})]);
  answers[0]?.resolve(1);
  answers[1]?.resolve(2);
  await refetched;
  await expect.poll(() => client.getQueryData(['build'])).toBe(2);
  expect(calls).toBe(2);
  stop();
});

test.each([
  [false, 1],
  [true, 2],
])(
  'refetches a failed query only after the stream was disconnected: %s',
  async (wasAway, calls) => {
    const client = createQueryClient(silentReports);
    const first = Promise.withResolvers<void>();
    let requests = 0;
    const queryFn = async () => {
      requests++;
      await first.promise;
      throw new ApiError(502, 'Bad Gateway');
    };
    const stop = new QueryObserver(client, { queryKey: ['build'], queryFn }).subscribe(() => {});
    const refetched = wasAway
      ? refetchPending(client, { type: 'active' }, () => true)
      : refetchPending(client, { type: 'active' });
    first.resolve();
    await refetched;
    expect(requests).toBe(calls);
    stop();
  },
);

test('does not refetch queries without a pending request', async () => {
  const client = createQueryClient(silentReports);
  client.setQueryData(['build'], 'known');
  await refetchPending(client, {});
  expect(client.getQueryState(['build'])?.isInvalidated).toBe(false);
});
