import { hasFailed, isFinished } from '@millrace/contract/vocabulary';
import { z } from 'zod/mini';
import { BuildStore } from '../../builds/build-store.ts';
import { OutboxListener } from '../../builds/outbox-listener.ts';
import type { Core } from '../../core.ts';
import type { Build } from '../../domain/build.ts';
import type { Loop } from '../../jobs/loop.ts';
import { StoredJobs } from '../../jobs/stored-jobs.ts';
import type { Ports } from '../../ports.ts';
import { AppError } from '../../shared/errors.ts';
import type { FailureRecorder } from './failure-recorder.ts';
import { FailureStore } from './failure-store.ts';

/** Maximum time to retry a build. */
const giveUpSec = 60 * 60;
const payload = z.object({ buildId: z.number() });
/** All builds are in one place, because one thread reads their logs. */
const place = 0;

interface Deps extends Pick<Core, 'db' | 'bus' | 'clock' | 'logger' | 'measurements' | 'repos'> {
  changes: Core['buildChanges'];
  recorder: FailureRecorder;
  ports: Pick<Ports, 'restartFailed'>;
}

/** Recognizes the causes of failed steps when their build has finished, and retries the build if they say so. */
export class CauseRecognizer implements Loop {
  private readonly deps: Deps;
  private readonly outbox: OutboxListener;
  private readonly jobs: StoredJobs<z.infer<typeof payload>>;

  constructor(deps: Deps) {
    this.deps = deps;
    this.outbox = new OutboxListener(deps, 'causes');
    this.jobs = new StoredJobs(deps, {
      name: 'failure-causes',
      payload,
      giveUpSec,
      collect: () => this.collect(),
      collectOn: ['buildChanged'],
      run: ({ payload: { buildId } }, { stopped }) => this.recognize(buildId, stopped),
    });
  }

  run(): void {
    this.outbox.reset();
    this.jobs.run();
  }

  stop(): Promise<void> {
    return this.jobs.stop();
  }

  private async collect(): Promise<undefined> {
    await this.outbox.read(async (trx, { buildId, version }) => {
      const build = await new BuildStore(trx).findById(buildId);
      // If the build has changed again, its last change follows.
      if (build?.version !== version || !isFinished(build.status) || build.bisection) return;
      if (!hasFailed(build.status) && build.attempt === 1) return;
      await this.jobs.addIn(trx, { key: String(buildId), place, payload: { buildId } });
    });
    return undefined;
  }

  private async recognize(buildId: number, stopped: AbortSignal): Promise<void> {
    const { db, recorder } = this.deps;
    const build = await new BuildStore(db).findById(buildId);
    if (!build) return;
    await recorder.record(build, stopped);
    if (isRepeatable(build) && (await new FailureStore(db).isRetried(buildId, build.repoId))) {
      await this.retry(build);
    }
  }

  private async retry(build: Build): Promise<void> {
    const { ports, repos, logger } = this.deps;
    const repo = await repos.findById(build.repoId);
    if (!repo) return;
    try {
      // Without a login, pages show that the server repeated the stages.
      await ports.restartFailed(repo, { login: '' }, build.number);
    } catch (error) {
      // The repository was disabled, or someone restarted the build first.
      if (!(error instanceof AppError)) throw error;
      logger.info(`Build ${build.number} of ${repo.slug} is not retried: ${error.message}`);
    }
  }
}

/** A deployment could be repeated half done, so people restart it. */
function isRepeatable({ status, attempt, event }: Build): boolean {
  return hasFailed(status) && attempt === 1 && event !== 'promote' && event !== 'rollback';
}
