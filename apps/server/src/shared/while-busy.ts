import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseBusyError } from './errors.ts';

const pauseMs = 500;

/** Tries until the database takes it, or `signal` ends that: for what nobody outside would ask for again. */
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
