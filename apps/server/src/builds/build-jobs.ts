import { z } from 'zod/mini';
import type { Db } from '../db/database.ts';
import type { JobContext, JobKind, NewJob } from '../jobs/job.ts';
import { type JobDeps, StoredJobs } from '../jobs/stored-jobs.ts';
import type { BuildChangesStore } from './build-changes-store.ts';
import { type ChangedBuild, OutboxListener } from './outbox-listener.ts';

type Payload = { buildId: number };

export interface BuildJobDeps extends JobDeps {
  buildChanges: BuildChangesStore;
}

interface OutboxJobKind<Payload> extends Omit<JobKind<Payload>, 'collectOn' | 'onRun'> {
  /** Name of the position in the outbox. */
  listener: string;
  /** Lists the jobs of a changed build. */
  listJobs: (trx: Db, change: ChangedBuild) => Promise<readonly NewJob<Payload>[]>;
}

/** Creates jobs for changed builds. They are stored with the position in the outbox, so that a crash loses none. */
export function createOutboxJobs<Payload>(
  deps: BuildJobDeps,
  { listener, listJobs, collect, ...kind }: OutboxJobKind<Payload>,
): StoredJobs<Payload> {
  const outbox = new OutboxListener(deps, listener);
  const jobs = new StoredJobs(deps, {
    ...kind,
    collect: async (nowSec) => {
      await outbox.read(async (trx, change) => {
        for (const job of await listJobs(trx, change)) await jobs.addIn(trx, job);
      });
      return collect?.(nowSec);
    },
    collectOn: ['buildChanged'],
    onRun: () => outbox.reset(),
  });
  return jobs;
}

interface BuildJobKind
  extends Pick<OutboxJobKind<Payload>, 'name' | 'listener' | 'giveUpSec' | 'onFailed'> {
  /** Jobs of one place run one after another. The repository of the build if undefined. */
  place?: number;
  /** Returns the key of the job for a changed build; undefined if it needs none. */
  keyOf: (trx: Db, change: ChangedBuild) => Promise<string | undefined> | string | undefined;
  run: (buildId: number, context: JobContext) => Promise<void>;
}

/** Creates jobs for changed builds, at most one for each change. */
export function createBuildJobs(
  deps: BuildJobDeps,
  { place, keyOf, run, ...kind }: BuildJobKind,
): StoredJobs<Payload> {
  return createOutboxJobs(deps, {
    ...kind,
    payload: z.object({ buildId: z.number() }),
    listJobs: async (trx, change) => {
      const { buildId, repoId } = change;
      const key = await keyOf(trx, change);
      return key ? [{ key, place: place ?? repoId, payload: { buildId } }] : [];
    },
    run: ({ payload }, context) => run(payload.buildId, context),
  });
}

/** Returns whether a build has not changed again. If it has, its last change follows. */
export function isLastChange({ build, version }: ChangedBuild): boolean {
  return build.version === version;
}
