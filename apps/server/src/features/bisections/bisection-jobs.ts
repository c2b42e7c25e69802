import { isFinished } from '@millrace/contract/vocabulary';
import { z } from 'zod/mini';
import { BuildStore } from '../../builds/build-store.ts';
import { OutboxListener } from '../../builds/outbox-listener.ts';
import type { Core } from '../../core.ts';
import type { Db } from '../../db/database.ts';
import type { Loop } from '../../jobs/loop.ts';
import { StoredJobs } from '../../jobs/stored-jobs.ts';
import { AppError, RetryLaterError } from '../../shared/errors.ts';
import { parseJson } from '../../shared/parse-json.ts';
import type { Bisection } from './bisection.ts';

/** Maximum time to retry the start of a run, for example while the forge is not available. */
const giveUpSec = 6 * 60 * 60;
const payload = z.object({ bisectionId: z.number() });

interface Deps extends Pick<Core, 'db' | 'bus' | 'clock' | 'logger' | 'measurements'> {
  changes: Core['buildChanges'];
  /** Takes the next step of a bisection. */
  advance: (bisectionId: number, stopped: AbortSignal) => Promise<void>;
  /** Ends a bisection that cannot continue. */
  fail: (bisectionId: number, reason: string) => Promise<void>;
}

/** Jobs that take the next step of a bisection: when it was started or canceled, and when a run has finished. */
export class BisectionJobs implements Loop {
  private readonly deps: Deps;
  private readonly outbox: OutboxListener;
  private readonly jobs: StoredJobs<z.infer<typeof payload>>;

  constructor(deps: Deps) {
    this.deps = deps;
    this.outbox = new OutboxListener(deps, 'bisections');
    this.jobs = new StoredJobs(deps, {
      name: 'bisection',
      payload,
      giveUpSec,
      collect: () => this.collect(),
      collectOn: ['buildChanged'],
      run: ({ payload: { bisectionId } }, { stopped }) => this.advance(bisectionId, stopped),
      onFailed: async (job) => {
        const { bisectionId } = parseJson(payload, job.payload) ?? {};
        if (bisectionId) await deps.fail(bisectionId, 'The next run could not be started');
      },
    });
  }

  run(): void {
    this.outbox.reset();
    this.jobs.run();
  }

  stop(): Promise<void> {
    return this.jobs.stop();
  }

  /** Adds a job in a transaction. Call {@link announce} after the commit. */
  addIn(trx: Db, { id, repoId }: Pick<Bisection, 'id' | 'repoId'>): Promise<void> {
    return this.jobs.addIn(trx, { key: String(id), place: repoId, payload: { bisectionId: id } });
  }

  announce(): void {
    this.jobs.announce();
  }

  private async collect(): Promise<undefined> {
    await this.outbox.read(async (trx, { buildId, repoId }) => {
      const build = await new BuildStore(trx).findById(buildId);
      if (!build?.bisection || !isFinished(build.status)) return;
      await this.addIn(trx, { id: build.bisection, repoId });
    });
    return undefined;
  }

  private async advance(bisectionId: number, stopped: AbortSignal): Promise<void> {
    try {
      await this.deps.advance(bisectionId, stopped);
    } catch (error) {
      if (!(error instanceof AppError) || error instanceof RetryLaterError) throw error;
      await this.deps.fail(bisectionId, error.message);
    }
  }
}
