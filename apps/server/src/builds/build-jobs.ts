import { z } from 'zod/mini';
import type { Db } from '../db/database.ts';
import type { JobKind } from '../jobs/job.ts';
import type { Loop } from '../jobs/loop.ts';
import { StoredJobs } from '../jobs/stored-jobs.ts';
import type { BuildChangesStore, MissedChange } from './build-changes-store.ts';
import { OutboxListener } from './outbox-listener.ts';

type Payload = { buildId: number };
type Deps = ConstructorParameters<typeof StoredJobs<Payload>>[0] & { changes: BuildChangesStore };

interface BuildJobKind extends Pick<JobKind<Payload>, 'name' | 'giveUpSec' | 'onFailed'> {
  /** Name of the position in the outbox. */
  listener: string;
  /** Returns the key of the job for a changed build; undefined if it needs none. */
  keyOf: (trx: Db, change: MissedChange) => Promise<string | undefined> | string | undefined;
  run: (buildId: number) => Promise<void>;
}

/** Jobs for changed builds. They are stored with the position in the outbox, so that a crash loses none. */
export class BuildJobs implements Loop {
  private readonly outbox: OutboxListener;
  private readonly jobs: StoredJobs<Payload>;

  constructor(deps: Deps, { listener, keyOf, run, ...kind }: BuildJobKind) {
    this.outbox = new OutboxListener(deps, listener);
    this.jobs = new StoredJobs(deps, {
      ...kind,
      payload: z.object({ buildId: z.number() }),
      collect: () => this.collect(keyOf),
      collectOn: ['buildChanged'],
      run: ({ payload }) => run(payload.buildId),
    });
  }

  run(): void {
    this.outbox.reset();
    this.jobs.run();
  }

  stop(): Promise<void> {
    return this.jobs.stop();
  }

  /** Adds a job for each build that changed since the last call. */
  private async collect(keyOf: BuildJobKind['keyOf']): Promise<undefined> {
    await this.outbox.read(async (trx, change) => {
      const { buildId, repoId } = change;
      const key = await keyOf(trx, change);
      if (key) await this.jobs.addIn(trx, { key, place: repoId, payload: { buildId } });
    });
    return undefined;
  }
}
