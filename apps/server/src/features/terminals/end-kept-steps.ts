import type { Stage } from '@millrace/build-rules';
import { terminalLimits } from '@millrace/contract/terminals';
import { isFinished } from '@millrace/contract/vocabulary';
import type { Clock } from '@millrace/node-kit/clock';
import type { UserStore } from '../../accounts/user-store.ts';
import type { StageStore } from '../../builds/stage-store.ts';
import type { Contributed, IsOfKeeper } from '../../contributions.ts';
import type { Database } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Viewer } from '../../domain/user.ts';
import type { RepoAccessStore } from '../../repositories/repo-access-store.ts';
import type { RepoStore } from '../../repositories/repo-store.ts';
import { askFirst } from '../../shared/ask.ts';
import type { AccessChange, Bus } from '../../shared/bus.ts';
import { CheckPauses } from '../../shared/check-pauses.ts';
import {
  findKeptEnd,
  findRunnerEnd,
  isAbandoned,
  type KeptStep,
  type Terminal,
} from './kept-step.ts';
import { type Ending, TerminalStore } from './terminal-store.ts';

interface Deps {
  db: Database;
  bus: Bus;
  clock: Pick<Clock, 'nowSec'>;
  stages: StageStore;
  userStore: UserStore;
  repos: RepoStore;
  repoAccess: RepoAccessStore;
  contributed: Pick<Contributed, 'accessTokens'>;
}

/** Ends terminals and kept steps, and tells the runner and the pages. */
export class EndKeptSteps {
  private readonly deps: Deps;
  private readonly store: TerminalStore;
  /** Time since which runners and pages have been able to call. Nothing counts as abandoned before. */
  private reachableSec: number;
  private readonly pauses: CheckPauses;

  constructor(deps: Deps) {
    this.deps = deps;
    this.store = new TerminalStore(deps.db);
    this.reachableSec = deps.clock.nowSec();
    this.pauses = new CheckPauses(deps.clock, terminalLimits.unseenSec);
  }

  /**
   * Ends what has been abandoned or has passed its deadline. Returns the terminals as they are then, or undefined if the
   * environment must be removed.
   */
  async check(kept: KeptStep): Promise<Terminal[] | undefined> {
    if (kept.ended > 0) return undefined;
    const nowSec = this.deps.clock.nowSec();
    const terminals = await this.listTerminals(kept);
    const abandoned = terminals.filter((terminal) => isAbandoned(terminal, nowSec));
    for (const terminal of abandoned) await this.endTerminal(terminal, { reason: 'left', nowSec });
    const known = abandoned.length > 0 ? await this.listTerminals(kept) : terminals;
    const reason = findKeptEnd(this.sinceReachable(kept), known, nowSec);
    if (!reason) return known;
    await this.endKept(kept.id, { reason, nowSec });
    return undefined;
  }

  /** Checks all environments and people, also if their runner no longer calls, or no event announced a change. */
  async checkAll(): Promise<void> {
    if (this.pauses.hasPaused()) this.reachableSec = this.deps.clock.nowSec();
    for (const kept of await this.store.listPresent()) {
      if (kept.isPause && (await this.hasStageFinished(kept))) await this.endByRunner(kept);
      else await this.check(kept);
    }
    await this.endRevoked({});
    this.pauses.checked();
  }

  /** Ends the environments of runner processes that are gone. They would count towards the limits. */
  async endKeptOf(isGone: IsOfKeeper): Promise<void> {
    const ending = this.endingByRunner();
    for (const kept of await this.listPresentOf(isGone)) await this.endKept(kept.id, ending);
  }

  /**
   * Ends what was open at a runner that has restarted with the same id. Its paused steps wait on, because it continues
   * their stages.
   */
  async endOpenOf(hasRestarted: IsOfKeeper): Promise<void> {
    const ending = this.endingByRunner();
    for (const kept of await this.listPresentOf(hasRestarted)) {
      if (kept.isPause) await this.endTerminalsOf(kept, ending);
      else await this.endKept(kept.id, ending);
    }
  }

  private endingByRunner(): Ending {
    return { reason: 'runner', nowSec: this.deps.clock.nowSec() };
  }

  private async listPresentOf(isOfKeeper: IsOfKeeper): Promise<KeptStep[]> {
    const found: KeptStep[] = [];
    for (const kept of await this.store.listPresent()) {
      const { machine = '' } = (await this.findStage(kept)) ?? {};
      if (isOfKeeper({ runner: kept.runner, machine })) found.push(kept);
    }
    return found;
  }

  /** Ends the terminals of a kept step whose runner knows none of them. */
  private async endTerminalsOf({ id }: KeptStep, ending: Ending): Promise<void> {
    const ended = await inTransaction(this.deps.db, (trx) =>
      new TerminalStore(trx).endTerminalsOf(id, ending),
    );
    for (const terminalId of ended) this.deps.bus.publish('terminalEnded', { terminalId });
  }

  /** Ends an environment that its runner has removed. */
  async endByRunner(kept: KeptStep): Promise<void> {
    const nowSec = this.deps.clock.nowSec();
    const stage = await this.findStage(kept);
    await this.endKept(kept.id, { reason: findRunnerEnd(kept, stage?.status, nowSec), nowSec });
  }

  async endKept(keptId: number, ending: Ending): Promise<void> {
    const ended = await inTransaction(this.deps.db, (trx) =>
      new TerminalStore(trx).endKept(keptId, ending),
    );
    if (!ended) return;
    this.deps.bus.publish('terminalOrdered', { keptId });
    for (const terminalId of ended) this.deps.bus.publish('terminalEnded', { terminalId });
  }

  /** Ends a terminal, which its runner closes then. */
  async endTerminal(
    { id, keptId }: Pick<Terminal, 'id' | 'keptId'>,
    ending: Ending,
  ): Promise<void> {
    if (!(await this.store.endTerminal(id, ending))) return;
    this.deps.bus.publish('terminalOrdered', { keptId });
    this.deps.bus.publish('terminalEnded', { terminalId: id });
  }

  /** Ends the terminals of people who may no longer change the repository, and of access tokens that have ended. */
  async endRevoked(change: AccessChange): Promise<void> {
    const { clock, repos, repoAccess } = this.deps;
    const kept = (await this.store.listPresent()).filter(
      ({ repoId }) => change.repoId === undefined || repoId === change.repoId,
    );
    const repoOf = new Map(kept.map(({ id, repoId }) => [id, repoId]));
    for (const terminal of await this.store.listTerminals([...repoOf.keys()])) {
      const isOther = change.userId !== undefined && terminal.userId !== change.userId;
      if (terminal.ended > 0 || isOther) continue;
      const repo = await repos.findById(repoOf.get(terminal.keptId) ?? 0);
      const viewer = await this.findViewer(terminal);
      if (repo && viewer?.active) {
        const { permissions } = await repoAccess.accessTo(repo, viewer);
        if (permissions.write) continue;
      }
      await this.endTerminal(terminal, { reason: 'revoked', nowSec: clock.nowSec() });
    }
  }

  /** Finds the person of a terminal, with the limits of the access token with which it was opened. */
  private async findViewer({ userId, tokenId }: Terminal): Promise<Viewer | undefined> {
    const { contributed, userStore } = this.deps;
    const user = await userStore.findById(userId);
    if (!user || tokenId === null) return user;
    const limits = contributed.accessTokens.map(({ limit }) => limit);
    return askFirst(limits, user, tokenId);
  }

  private async listTerminals({ id }: Pick<KeptStep, 'id'>): Promise<Terminal[]> {
    const terminals = await this.store.listTerminals([id]);
    return terminals.map((terminal) => this.sinceReachable(terminal));
  }

  private sinceReachable<Caller extends { seen: number }>(caller: Caller): Caller {
    return { ...caller, seen: Math.max(caller.seen, this.reachableSec) };
  }

  /** Returns whether the stage of a paused step has finished without it, as its runner was lost. */
  private async hasStageFinished(kept: KeptStep): Promise<boolean> {
    const stage = await this.findStage(kept);
    return !stage || isFinished(stage.status);
  }

  private async findStage({ stepId }: KeptStep): Promise<Stage | undefined> {
    const { stages } = this.deps;
    const step = await stages.findStep(stepId);
    return step && (await stages.findById(step.stageId));
  }
}
