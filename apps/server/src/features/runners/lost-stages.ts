import {
  credentialOfRunner,
  isLost,
  isReplacedBy,
  lostRunnerSec,
  recoveryOf,
  type Stage,
  serverOfRunner,
} from '@millrace/build-rules';
import type { Clock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import type { ChangeBuild } from '../../builds/change-build.ts';
import type { StageStore } from '../../builds/stage-store.ts';
import type { Contributed, IsOfKeeper } from '../../contributions.ts';
import { CheckPauses } from '../../shared/check-pauses.ts';
import type { KnownCredentials } from './credentials/known-credentials.ts';
import type { StageContacts } from './stage-contacts.ts';

/** Above half of the time after which a runner is lost. */
const minPauseSec = lostRunnerSec / 2 + 1;
const revoked = 'The runner was revoked.';
const serverStopped = 'The server stopped while this stage was running';

interface Deps {
  stages: StageStore;
  changeBuild: ChangeBuild;
  contacts: StageContacts;
  credentials: Pick<KnownCredentials, 'read'>;
  contributed: Pick<Contributed, 'onRunnersGone'>;
  serverId: string;
  /** Returns true if another server has stopped. */
  hasServerStopped: (serverId: string) => boolean;
  clock: Clock;
  logger: Logger;
}

/** Recovers stages of lost runners, so that no build stays running. */
export class LostStages {
  private readonly deps: Deps;
  private readonly pauses: CheckPauses;

  constructor(deps: Deps) {
    this.deps = deps;
    this.pauses = new CheckPauses(deps.clock, minPauseSec);
  }

  async tick(): Promise<void> {
    const { stages, contacts, hasServerStopped } = this.deps;
    // No runner could reach the server, so all have their whole time again.
    if (this.pauses.hasPaused()) contacts.restart();
    const claimed = await stages.listClaimed();
    await contacts.read();
    await contacts.retain(new Set(claimed.map((stage) => stage.id)));
    for (const stage of claimed) {
      const serverId = serverOfRunner(stage.runner);
      if (serverId && hasServerStopped(serverId)) await this.recover(stage, serverStopped);
      else if (await this.isRevoked(stage)) await this.recover(stage, revoked);
      else if (isLost(stage, contacts.silenceSec(stage))) {
        await this.recover(stage, `The runner ${stage.machine} stopped answering`);
      }
    }
    this.pauses.checked();
  }

  /** Recovers stages of embedded runners, when a server starts or stops: such a runner ends with its server. */
  async recoverBuiltIn(): Promise<void> {
    const { stages } = this.deps;
    const isOwn = ({ runner }: Pick<Stage, 'runner'>) => {
      const serverId = serverOfRunner(runner);
      return serverId === '' || serverId === this.deps.serverId;
    };
    for (const stage of await stages.listClaimed()) {
      if (isOwn(stage)) await this.recover(stage, serverStopped);
    }
    await this.endKeptOf(isOwn);
  }

  /** Recovers the stages of a runner whose credential was revoked, and ends its terminals. */
  async recoverRevoked(credentialId: number): Promise<void> {
    const isOwn = ({ runner }: Pick<Stage, 'runner'>) =>
      credentialOfRunner(runner) === credentialId;
    for (const stage of await this.deps.stages.listClaimed()) {
      if (isOwn(stage)) await this.recover(stage, revoked);
    }
    await this.endKeptOf(isOwn);
  }

  /** Recovers stages that a remote runner claimed before it was restarted. */
  async recoverReplaced(started: { machine: string; runner: string }): Promise<void> {
    const { stages } = this.deps;
    for (const stage of await stages.listClaimed()) {
      if (!isReplacedBy(stage, started)) continue;
      await this.recover(stage, `The runner ${stage.machine} restarted`);
    }
    await this.endKeptOf((keeper) => isReplacedBy(keeper, started));
  }

  /** Finds claims that came while the credential was revoked, and those after which the server crashed. */
  private async isRevoked({ runner }: Pick<Stage, 'runner'>): Promise<boolean> {
    const id = credentialOfRunner(runner);
    return id !== undefined && !(await this.deps.credentials.read()).has(id);
  }

  private async endKeptOf(isGone: IsOfKeeper): Promise<void> {
    for (const end of this.deps.contributed.onRunnersGone) await end(isGone);
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
}
