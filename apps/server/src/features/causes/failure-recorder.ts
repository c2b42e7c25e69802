import type { Build } from '@millrace/build-rules';
import { maxErrorLength } from '@millrace/contract/failure-lines';
import { runInSlices } from '@millrace/node-kit/time-slice';
import type { Contributed } from '../../contributions.ts';
import type { Core } from '../../core.ts';
import { acquireLock } from '../../db/locks.ts';
import { inTransaction } from '../../db/transaction.ts';
import {
  type FailedStep,
  fingerprintOf,
  readFacts,
  titleOf,
} from '../../domain/causes/fingerprint.ts';
import { matchCause } from '../../domain/causes/match-cause.ts';
import { askAll } from '../../shared/ask.ts';
import type { LogsPort } from '../logs/port.ts';
import { CauseStore } from './cause-store.ts';
import { FailureStore, type NewFailure } from './failure-store.ts';

interface Deps extends Pick<Core, 'db' | 'changeBuild'> {
  logsPort: Pick<LogsPort, 'listStepErrors'>;
  contributed: Pick<Contributed, 'failedTests'>;
}

type FailedRow = Awaited<ReturnType<FailureStore['listNew']>>[number];

/** Stores the failures of a finished build, with their causes and search terms. */
export class FailureRecorder {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  async record(build: Build, stopped: AbortSignal): Promise<void> {
    const { db } = this.deps;
    const countedStages = new Set<number>();
    for (const row of await new FailureStore(db).listNew(build.id)) {
      const { id, stageId, stageStarted, stopped: failed } = row;
      const step = await this.readStep(row, stopped);
      const isCounted = countedStages.has(stageId) || stageStarted === 0 || failed === 0;
      const lost = isCounted ? 0 : Math.max(0, failed - stageStarted);
      countedStages.add(stageId);
      await this.store(build, step, { stepId: id, failed: failed || build.finished, lost });
    }
    await inTransaction(db, (trx) => new FailureStore(trx).markRecovered(build));
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
    const facts = await runInSlices(readFacts(await this.readStep(step, stopped)));
    const fingerprint = fingerprintOf(facts);
    if (fingerprint.length === 0) return undefined;
    const { known, causesOfFact } = await new CauseStore(db).findSharing(fingerprint);
    const same = known.filter(({ id }) => id === causeId);
    return matchCause(fingerprint, same, causesOfFact, facts) === causeId;
  }

  private async readStep(
    row: Pick<FailedRow, 'id' | 'name' | 'exitCode' | 'error'>,
    stopped: AbortSignal,
  ): Promise<FailedStep> {
    const { logsPort, contributed } = this.deps;
    const { id, name, exitCode, error } = row;
    const tests = (await askAll(contributed.failedTests, id)).flat();
    // Failed tests decide on the cause, but builds are found by the lines too.
    const lines = await logsPort.listStepErrors(id, stopped);
    const errors = lines.map(({ text }) => text);
    if (error !== '') errors.push(error.slice(0, maxErrorLength));
    return { name, exitCode, errors, tests };
  }

  private async store(
    build: Build,
    step: FailedStep,
    failure: Pick<NewFailure, 'stepId' | 'failed' | 'lost'>,
  ): Promise<void> {
    // Read before the transaction, which blocks other changes.
    const facts = await runInSlices(readFacts(step));
    const fingerprint = fingerprintOf(facts);
    if (fingerprint.length === 0) return;
    const tests = step.tests.map(({ name, message }) => `${name} ${message}`);
    const texts = [...tests, ...step.errors].join('\n');
    const { db, changeBuild } = this.deps;
    await inTransaction(db, async (trx) => {
      // Two new failures with the same cause must not both create it.
      await acquireLock(trx, 'causes');
      const failures = new FailureStore(trx);
      // Another server may have taken over the job, and recorded the failure.
      if ((await failures.findCause(failure.stepId)) !== undefined) return;
      const causes = new CauseStore(trx);
      const { known, causesOfFact } = await causes.findSharing(fingerprint);
      const id = matchCause(fingerprint, known, causesOfFact, facts);
      const causeId = await causes.add(fingerprint, id);
      const title = titleOf(facts, causesOfFact);
      await failures.add({ ...failure, step: step.name, causeId, title }, build);
      await changeBuild.addFailureWords(trx, build, `${title}\n${texts}`);
    });
  }
}
