import { QueryObserver, queryOptions } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { silentReports } from '../testing/silent-reports.ts';
import { createQueryClient } from './query-client.ts';
import { updateCached, updateList } from './update-cached.ts';

/** Opens a list. Each read returns the next one of these responses. */
function openList(...answers: (() => Promise<string[]>)[]) {
  const client = createQueryClient(silentReports);
  let reads = 0;
  const query = queryOptions({
    queryKey: ['names'],
    queryFn: () => answers[reads++]?.() ?? Promise.reject(new Error('read too often')),
  });
  const close = new QueryObserver(client, query).subscribe(() => {});
  return { client, query, close, list: () => client.getQueryData(query.queryKey) };
}
const answer =
  (...names: string[]) =>
  async () =>
    names;

test('updates a loaded list without refetching it', async () => {
  const { client, query, close, list } = openList(answer('a'));
  await expect.poll(list).toEqual(['a']);
  updateList(client, query, (names) => [...names, 'b']);
  expect(list()).toEqual(['a', 'b']);
  expect(client.isFetching()).toBe(0);
  close();
});

test('repeats a pending read, which may be older than the change', async () => {
  const older = Promise.withResolvers<string[]>();
  const { client, query, close, list } = openList(() => older.promise, answer('a', 'b'));
  updateCached(client, query, (names) => [...names, 'b']);
  expect(list()).toBeUndefined();
  older.resolve(['a']);
  await expect.poll(list).toEqual(['a', 'b']);
  close();
});

test('refetches a list that failed to load after it was changed', async () => {
  const { client, query, close, list } = openList(() => Promise.reject('no'), answer('a'));
  await expect.poll(() => client.getQueryState(query.queryKey)?.status).toBe('error');
  updateCached(client, query, (names) => names);
  expect(client.isFetching()).toBe(0);
  updateList(client, query, (names) => [...names, 'a']);
  await expect.poll(list).toEqual(['a']);
  close();
});
