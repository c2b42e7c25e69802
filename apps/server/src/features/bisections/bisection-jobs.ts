import { AppError, RetryLaterError } from '@millrace/contract/api-errors';
import { isFinished } from '@millrace/contract/vocabulary';
import { z } from 'zod/mini';
import { type BuildJobDeps, createOutboxJobs } from '../../builds/build-jobs.ts';
import type { NewJob } from '../../jobs/job.ts';
import type { StoredJobs } from '../../jobs/stored-jobs.ts';
import type { Bisection } from './bisection.ts';

/** Maximum time to retry the start of a run, for example while the forge is not available. */
const giveUpSec = 6 * 60 * 60;
const payload = z.object({ bisectionId: z.number() });

type Payload = z.infer<typeof payload>;

interface Deps extends BuildJobDeps {
  /** Takes the next step of a bisection. */
  advance: (bisectionId: number, stopped: AbortSignal) => Promise<void>;
  /** Ends a bisection that cannot continue. */
  fail: (bisectionId: number, reason: string) => Promise<void>;
}

export type BisectionJobs = StoredJobs<Payload>;

/** Creates the jobs that take the next step of a bisection: when it was started or canceled, and when a run has finished. */
export function createBisectionJobs(deps: Deps): BisectionJobs {
  return createOutboxJobs(deps, {
    name: 'bisection',
    listener: 'bisections',
    payload,
    giveUpSec,
    listJobs: async (_, { build, repoId }) => {
      if (!build.bisection || !isFinished(build.status)) return [];
      return [toBisectionJob({ id: build.bisection, repoId })];
    },
    run: (job, { stopped }) => advance(deps, job.payload.bisectionId, stopped),
    onFailed: async (job) => {
      if (job.payload)
        await deps.fail(job.payload.bisectionId, 'The next run could not be started');
    },
  });
}

/** Returns the job that takes the next step of a bisection. */
export function toBisectionJob({ id, repoId }: Pick<Bisection, 'id' | 'repoId'>): NewJob<Payload> {
  return { key: String(id), place: repoId, payload: { bisectionId: id } };
}

async function advance(deps: Deps, bisectionId: number, stopped: AbortSignal): Promise<void> {
  try {
    await deps.advance(bisectionId, stopped);
  } catch (error) {
    if (!(error instanceof AppError) || error instanceof RetryLaterError) throw error;
    await deps.fail(bisectionId, error.message);
  }
}
