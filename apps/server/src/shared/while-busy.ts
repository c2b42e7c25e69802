import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseBusyError } from '@millrace/contract/api-errors';

const pauseMs = 500;

/** Repeats a job until the database accepts it or `signal` aborts. For work that no client would repeat. */
export async function whileBusy<Result>(
  job: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  for (;;) {
    try {
      return await job();
    } catch (error) {
      if (!(error instanceof DatabaseBusyError) || signal?.aborted) throw error;
      await sleep(pauseMs);
    }
  }
}
