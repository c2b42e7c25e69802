import type { Clock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import type { ChangeBuild } from '../../builds/change-build.ts';
import type { StageStore } from '../../builds/stage-store.ts';
import type { Stage } from '../../domain/build.ts';
import {
  isLost,
  isReplacedBy,
  lostRunnerSec,
  recoveryOf,
  serverOfRunner,
} from '../../domain/lost-runner.ts';
import type { StageContacts } from './stage-contacts.ts';

const serverStopped = 'The server stopped while this stage was running';

interface Deps {
  stages: StageStore;
  changeBuild: ChangeBuild;
  contacts: StageContacts;
  serverId: string;
  /** Returns true if another server has stopped. */
  hasServerStopped: (serverId: string) => boolean;
  clock: Clock;
  logger: Logger;
}

/** Recovers stages of lost runners, so that no build stays running. */
export class LostStages {
  private readonly deps: Deps;
  private lastTickSec: number;

  constructor(deps: Deps) {
    this.deps = deps;
    this.lastTickSec = deps.clock.nowSec();
  }

  async tick(): Promise<void> {
    const { stages, contacts, hasServerStopped, clock } = this.deps;
    this.noticeSleep();
    const claimed = await stages.listClaimed();
    await contacts.read();
    await contacts.retain(new Set(claimed.map((stage) => stage.id)));
    for (const stage of claimed) {
      const serverId = serverOfRunner(stage.runner);
      if (serverId && hasServerStopped(serverId)) await this.recover(stage, serverStopped);
      else if (isLost(stage, contacts.silenceSec(stage))) {
        await this.recover(stage, `The runner ${stage.machine} stopped answering`);
      }
    }
    this.lastTickSec = clock.nowSec();
  }

  /** Recovers stages of embedded runners, when a server starts or stops: such a runner ends with its server. */
  async recoverBuiltIn(): Promise<void> {
    for (const stage of await this.deps.stages.listClaimed()) {
      const serverId = serverOfRunner(stage.runner);
      if (serverId !== '' && serverId !== this.deps.serverId) continue;
      await this.recover(stage, serverStopped);
    }
  }

  /** Recovers stages that a remote runner claimed before it was restarted. */
  async recoverReplaced(started: { machine: string; runner: string }): Promise<void> {
    for (const stage of await this.deps.stages.listClaimed()) {
      if (!isReplacedBy(stage, started)) continue;
      await this.recover(stage, `The runner ${stage.machine} restarted`);
    }
  }

  private async recover(stage: Stage, reason: string): Promise<void> {
    const { changeBuild, logger } = this.deps;
    const { id: stageId, version } = stage;
    logger.warn(
      { stageId, recovery: recoveryOf(stage), reason },
      'Recovering a stage of a lost runner',
    );
    await changeBuild.send({ stage: stageId }, { kind: 'loseRunner', stageId, version, reason });
  }

  /**
   * Restarts all timeouts if no runner could reach the server: after the machine slept, the clock jumped, or
   * the database was unavailable.
   */
  private noticeSleep(): void {
    const now = this.deps.clock.nowSec();
    const sinceTickSec = now - this.lastTickSec;
    if (sinceTickSec < 0 || sinceTickSec > lostRunnerSec / 2) this.deps.contacts.restart();
  }
}
