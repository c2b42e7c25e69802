// @vitest-environment happy-dom
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { silentReports } from '../testing/silent-reports.ts';
import { ApiError } from './api-error.ts';
import { createQueryClient } from './query-client.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([
  [400, 1],
  [404, 1],
  [500, 1],
  [502, 1],
  [503, 1],
  [0, 4],
])('a query that fails with status %i sends %i requests in ten seconds', async (status, calls) => {
  const client = createQueryClient(silentReports);
  const queryFn = vi.fn(() => Promise.reject(new ApiError(status, 'no')));
  const stop = new QueryObserver(client, { queryKey: ['build'], queryFn }).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(10_000);
  expect(queryFn).toHaveBeenCalledTimes(calls);
  stop();
});
