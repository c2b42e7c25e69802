import { hasFailed, isFinished } from '@millrace/contract/vocabulary';
import { z } from 'zod/mini';
import { BuildStore } from '../../builds/build-store.ts';
import { OutboxListener } from '../../builds/outbox-listener.ts';
import type { Core } from '../../core.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Build } from '../../domain/build.ts';
import { type FailedStep, fingerprintOf, titleOf } from '../../domain/causes/fingerprint.ts';
import { matchCause } from '../../domain/causes/match-cause.ts';
import type { Loop } from '../../jobs/loop.ts';
import { StoredJobs } from '../../jobs/stored-jobs.ts';
import type { Ports } from '../../ports.ts';
import { AppError } from '../../shared/errors.ts';
import { CauseStore } from './cause-store.ts';
import { FailureStore, type NewFailure } from './failure-store.ts';

/** Maximum time to retry a build. */
const giveUpSec = 60 * 60;
const payload = z.object({ buildId: z.number() });
/** All builds are in one place, because two new failures with the same cause must not both create it. */
const place = 0;

interface Deps extends Pick<Core, 'db' | 'bus' | 'clock' | 'logger' | 'measurements' | 'repos'> {
  changes: Core['buildChanges'];
  ports: Pick<Ports, 'listStepErrors' | 'listFailedTests' | 'restartFailed'>;
}

type FailedRow = Awaited<ReturnType<FailureStore['listNew']>>[number];

/** Recognizes the causes of failed steps when their build has finished. */
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

  /** Returns whether a failed step has the cause of another failed step; undefined if the causes are unknown. */
  async hasSameCause(
    stepId: number,
    knownStepId: number,
    stopped: AbortSignal,
  ): Promise<boolean | undefined> {
    const { db } = this.deps;
    const failures = new FailureStore(db);
    const causeId = await failures.findCause(knownStepId);
    const step = await failures.findStep(stepId);
    if (causeId === undefined || !step) return undefined;
    const fingerprint = fingerprintOf(await this.readStep(step, stopped));
    if (fingerprint.length === 0) return undefined;
    const { known, causesOfFact } = await new CauseStore(db).findSharing(fingerprint);
    const same = known.filter(({ id }) => id === causeId);
    return matchCause(fingerprint, same, causesOfFact) === causeId;
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
    const { db } = this.deps;
    const build = await new BuildStore(db).findById(buildId);
    if (!build) return;
    const countedStages = new Set<number>();
    for (const row of await new FailureStore(db).listNew(buildId)) {
      const { id, stageId, stageStarted, stopped: failed } = row;
      const step = await this.readStep(row, stopped);
      const isCounted = countedStages.has(stageId) || stageStarted === 0 || failed === 0;
      const lost = isCounted ? 0 : Math.max(0, failed - stageStarted);
      countedStages.add(stageId);
      await this.store(build, step, { stepId: id, failed: failed || build.finished, lost });
    }
    await inTransaction(db, (trx) => new FailureStore(trx).markRecovered(build));
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

  private async readStep(
    row: Pick<FailedRow, 'id' | 'name' | 'exitCode' | 'error'>,
    stopped: AbortSignal,
  ): Promise<FailedStep> {
    const { ports } = this.deps;
    const { id, name, exitCode, error } = row;
    const tests = await ports.listFailedTests(id);
    const lines = tests.length > 0 ? [] : await ports.listStepErrors(id, stopped);
    const errors = [...lines.map(({ text }) => text), ...(error === '' ? [] : [error])];
    return { name, exitCode, errors, tests };
  }

  private async store(
    build: Build,
    step: FailedStep,
    failure: Pick<NewFailure, 'stepId' | 'failed' | 'lost'>,
  ): Promise<void> {
    const fingerprint = fingerprintOf(step);
    if (fingerprint.length === 0) return;
    const nowSec = this.deps.clock.nowSec();
    await inTransaction(this.deps.db, async (trx) => {
      const causes = new CauseStore(trx);
      const { known, causesOfFact } = await causes.findSharing(fingerprint);
      const id = matchCause(fingerprint, known, causesOfFact);
      const causeId = await causes.add(fingerprint, id, nowSec);
      const title = titleOf(step, causesOfFact);
      const added = { ...failure, step: step.name, causeId, title };
      await new FailureStore(trx).add(added, build, nowSec);
    });
  }
}

/** A deployment could be repeated half done, so people restart it. */
function isRepeatable({ status, attempt, event }: Build): boolean {
  return hasFailed(status) && attempt === 1 && event !== 'promote' && event !== 'rollback';
}
