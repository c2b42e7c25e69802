import type { Stage } from '@millrace/build-rules';
import { ServiceError, StageRefusal } from '@millrace/contract/api-errors';
import { RunnerConflict, type StageDetails } from '@millrace/contract/runner';
import type { ChangeBuild } from '../../builds/change-build.ts';
import { leaveQueryScope } from '../../shared/query-scope.ts';
import { failStage } from './fail-stage.ts';
import type { StageContacts } from './stage-contacts.ts';

/** Interval of heartbeats while services outside of the server are asked. */
const heartbeatMs = 30_000;

interface Deps {
  changeBuild: ChangeBuild;
  contacts: Pick<StageContacts, 'record'>;
  readDetails: (stage: Stage) => Promise<StageDetails>;
}

/**
 * Reads the details of stages. Services outside of the server may take minutes: meanwhile the runner counts as
 * connected, and shares the read with the repetitions of its call, which has a timeout.
 */
export class DetailsReads {
  private readonly deps: Deps;
  private readonly running = new Map<number, Promise<StageDetails>>();

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /**
   * @throws RunnerConflict if a service that the stage needs has failed, or the stage may not use a secret; it has
   *   then ended in error
   */
  read(stage: Stage): Promise<StageDetails> {
    const running =
      this.running.get(stage.id) ??
      leaveQueryScope(() => this.readOnce(stage)).finally(() => this.running.delete(stage.id));
    this.running.set(stage.id, running);
    return running;
  }

  private async readOnce(stage: Stage): Promise<StageDetails> {
    const { changeBuild, contacts, readDetails } = this.deps;
    const heartbeat = setInterval(() => contacts.record(stage.id), heartbeatMs);
    try {
      return await readDetails(stage);
    } catch (error) {
      if (!(error instanceof ServiceError || error instanceof StageRefusal)) throw error;
      await failStage(changeBuild, stage, error.message);
      throw new RunnerConflict(error.message);
    } finally {
      clearInterval(heartbeat);
    }
  }
}
