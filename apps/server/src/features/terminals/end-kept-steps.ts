import type { Clock } from '@millrace/node-kit/clock';
import type { UserStore } from '../../accounts/user-store.ts';
import type { Database } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { RepoAccessStore } from '../../repositories/repo-access-store.ts';
import type { RepoStore } from '../../repositories/repo-store.ts';
import type { AccessChange, Bus } from '../../shared/bus.ts';
import { findKeptEnd, isLeft, type KeptStep, type Terminal } from './kept-step.ts';
import { type Ending, TerminalStore } from './terminal-store.ts';

interface Deps {
  db: Database;
  bus: Bus;
  clock: Pick<Clock, 'nowSec'>;
  userStore: UserStore;
  repos: RepoStore;
  repoAccess: RepoAccessStore;
}

/** Ends terminals and kept steps, and tells the runner and the pages. */
export class EndKeptSteps {
  private readonly deps: Deps;
  private readonly store: TerminalStore;

  constructor(deps: Deps) {
    this.deps = deps;
    this.store = new TerminalStore(deps.db);
  }

  /**
   * Ends what has been left or has passed its deadline. Returns the terminals as they are then, or undefined if the
   * environment must be removed.
   */
  async check(kept: KeptStep): Promise<Terminal[] | undefined> {
    if (kept.ended > 0) return undefined;
    const nowSec = this.deps.clock.nowSec();
    const terminals = await this.store.listTerminals([kept.id]);
    const left = terminals.filter((terminal) => isLeft(terminal, nowSec));
    for (const terminal of left) await this.endTerminal(terminal, { reason: 'left', nowSec });
    const known = left.length > 0 ? await this.store.listTerminals([kept.id]) : terminals;
    const reason = findKeptEnd(kept, known, nowSec);
    if (!reason) return known;
    await this.endKept(kept.id, { reason, nowSec });
    return undefined;
  }

  /** Checks all environments and people, also if their runner no longer calls, or no event announced a change. */
  async checkAll(): Promise<void> {
    for (const kept of await this.store.listPresent()) await this.check(kept);
    await this.endRevoked({});
  }

  async endKept(keptId: number, ending: Ending): Promise<void> {
    const ended = await inTransaction(this.deps.db, (trx) =>
      new TerminalStore(trx).endKept(keptId, ending),
    );
    if (!ended) return;
    this.deps.bus.publish('terminalOrdered', { keptId });
    for (const terminalId of ended) this.deps.bus.publish('terminalGrown', { terminalId });
  }

  /** Ends a terminal, and orders the runner to close it. */
  async endTerminal(
    { id, keptId }: Pick<Terminal, 'id' | 'keptId'>,
    ending: Ending,
  ): Promise<void> {
    const hasEnded = await inTransaction(this.deps.db, async (trx) => {
      const store = new TerminalStore(trx);
      if (!(await store.endTerminal(id, ending))) return false;
      await store.addOrder({ id, keptId }, { kind: 'close' });
      return true;
    });
    if (!hasEnded) return;
    this.deps.bus.publish('terminalOrdered', { keptId });
    this.deps.bus.publish('terminalGrown', { terminalId: id });
  }

  /** Ends the terminals of people who may no longer change the repository. */
  async endRevoked(change: AccessChange): Promise<void> {
    const { clock, userStore, repos, repoAccess } = this.deps;
    const kept = (await this.store.listPresent()).filter(
      ({ repoId }) => change.repoId === undefined || repoId === change.repoId,
    );
    const repoOf = new Map(kept.map(({ id, repoId }) => [id, repoId]));
    for (const terminal of await this.store.listTerminals([...repoOf.keys()])) {
      const isOther = change.userId !== undefined && terminal.userId !== change.userId;
      if (terminal.ended > 0 || isOther) continue;
      const repo = await repos.findById(repoOf.get(terminal.keptId) ?? 0);
      const user = await userStore.findById(terminal.userId);
      if (repo && user?.active) {
        const { permissions } = await repoAccess.accessTo(repo, user);
        if (permissions.write) continue;
      }
      await this.endTerminal(terminal, { reason: 'revoked', nowSec: clock.nowSec() });
    }
  }
}
