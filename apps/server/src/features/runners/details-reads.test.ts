import type { Stage } from '@millrace/build-rules';
import type { StageDetails } from '@millrace/contract/runner';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DetailsReads } from './details-reads.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('counts the runner of a stage as connected while its details are read', async () => {
  const { promise, resolve } = Promise.withResolvers<StageDetails>();
  const record = vi.fn();
  const readDetails = vi.fn(() => promise);
  const changeBuild = { send: vi.fn() } as never;
  const reads = new DetailsReads({ changeBuild, contacts: { record }, readDetails });
  const stage = { id: 7 } as Stage;
  const calls = [reads.read(stage), reads.read(stage)];
  vi.advanceTimersByTime(65_000);
  expect(record.mock.calls).toEqual([[7], [7]]);
  const details = { config: 'kind: pipeline' } as StageDetails;
  resolve(details);
  expect(await Promise.all(calls)).toEqual([details, details]);
  expect(readDetails).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(65_000);
  expect(record).toHaveBeenCalledTimes(2);
});
