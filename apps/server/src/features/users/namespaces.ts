import type { Holdings } from '@millrace/contract/api';
import { badRequest, conflict } from '@millrace/contract/api-errors';
import type { Clock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import { UserStore } from '../../accounts/user-store.ts';
import { BuildStore } from '../../builds/build-store.ts';
import type { Contributed } from '../../contributions.ts';
import type { Core } from '../../core.ts';
import type { Database, Db } from '../../db/database.ts';
import { acquireLock } from '../../db/locks.ts';
import { listNamespaceData, moveNamespaceData } from '../../db/namespace-data.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Person } from '../../domain/person.ts';
import type { Repo } from '../../domain/repo.ts';
import type { User } from '../../domain/user.ts';
import type { NamespaceFolders } from '../../forges/builtin/namespace-folders.ts';
import type { StoredJobs } from '../../jobs/stored-jobs.ts';
import { NamespaceReposStore } from '../../repositories/namespace-repos-store.ts';
import type { Bus } from '../../shared/bus.ts';
import { FolderMovesStore } from './folder-moves-store.ts';
import { describeHoldings, findCollisions } from './holdings-text.ts';

/** Action for the contents of a deleted or renamed account. */
export interface HoldingsWish {
  contents?: 'delete' | undefined;
  successor?: string | undefined;
}

export interface DeletionWish extends HoldingsWish {
  /** `replace`: builds no longer name the person. */
  names?: 'replace' | undefined;
}

interface Deps {
  db: Database;
  bus: Bus;
  clock: Clock;
  logger: Logger;
  observers: Core['observers'];
  folders: NamespaceFolders;
  /** Runs a job while no server runs a job of this name. */
  runExclusively: <Result>(name: string, job: () => Promise<Result>) => Promise<Result>;
  receivePushes: (repo: { namespace: string; name: string }) => Promise<void>;
  replacedNames: Pick<StoredJobs<Person>, 'addIn' | 'announce'>;
  contributed: Pick<Contributed, 'namespaceData'>;
}

const turn = 'namespaces';

interface Decided {
  /** Deleted or transferred repositories. */
  repos: Pick<Repo, 'id' | 'name'>[];
  endedBuilds: number[];
}

/**
 * Deletes accounts with their namespaces, or transfers the contents. The database determines the owner of
 * each repository. The folders are moved after the transaction; after a crash, at the next start or before
 * the next change.
 */
export class Namespaces {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  async list(namespace: string, db: Db = this.deps.db): Promise<Holdings> {
    const holdings = await listNamespaceData(this.deps.contributed.namespaceData, db, namespace);
    // A repository that was deleted on this server may still have a folder.
    const repos = new Set([...holdings.repos, ...(await this.deps.folders.list(namespace))]);
    return { ...holdings, repos: [...repos].sort() };
  }

  /** Runs a job that creates or deletes repositories, after pending folder moves. One job runs at a time. */
  change<Result>(job: () => Promise<Result>): Promise<Result> {
    return this.deps.runExclusively(turn, async () => {
      await this.moveFolders();
      return job();
    });
  }

  /** Moves and deletes folders to match the database. */
  reconcileFolders(): Promise<void> {
    return this.deps.runExclusively(turn, () => this.moveFolders());
  }

  private async moveFolders(): Promise<void> {
    const { db, folders } = this.deps;
    const moves = new FolderMovesStore(db);
    for (const { namespace, successor } of await moves.list()) {
      if (successor === null) await folders.remove(namespace);
      else await folders.give(namespace, successor);
      await moves.delete(namespace);
    }
  }

  /** @param remove removes the owner of the namespace, or throws if that must not be; called in the transaction */
  async deleteNamespace(namespace: string, remove: (trx: Db) => Promise<void>): Promise<void> {
    await this.change(async () => {
      await inTransaction(this.deps.db, async (trx) => {
        await remove(trx);
        await this.deleteContents(trx, namespace);
      });
      await this.end([], {});
    });
  }

  /** @param check throws if the account must not be deleted; called in the transaction, under the lock */
  async deleteAccount(
    user: User,
    wish: DeletionWish,
    check: (trx: Db) => Promise<void>,
  ): Promise<void> {
    if (wish.contents && wish.successor !== undefined) {
      throw badRequest('Set contents=delete or successor=LOGIN, not both');
    }
    await this.change(async () => {
      const decided = await inTransaction(this.deps.db, async (trx) => {
        await acquireLock(trx, 'admins');
        await check(trx);
        if (wish.names) {
          const { login, email } = user;
          await this.deps.replacedNames.addIn(trx, {
            key: login,
            place: 0,
            payload: { login, email },
          });
        }
        return this.decide(trx, user, wish);
      });
      this.deps.replacedNames.announce();
      this.publish(user, decided);
      await this.end(decided.repos, wish);
    });
  }

  private async decide(trx: Db, user: User, wish: HoldingsWish): Promise<Decided> {
    const users = new UserStore(trx, () => {}, this.deps.observers.user);
    const repos = await new NamespaceReposStore(trx).list(user.login);
    const holdings = await this.list(user.login, trx);
    let endedBuilds: number[] = [];
    if (wish.successor !== undefined) {
      await this.give(trx, user, await this.requireSuccessor(trx, user, wish.successor, holdings));
    } else if (wish.contents) {
      const repoIds = repos.map(({ id }) => id);
      endedBuilds = await new BuildStore(trx).lockUnfinished(repoIds);
      await this.deleteContents(trx, user.login);
    } else if (describeHoldings(holdings)) {
      throw conflict(
        `${user.login} holds ${describeHoldings(holdings)}. Delete them with the account (contents=delete), ` +
          'or transfer them to another account (successor=LOGIN)',
      );
    }
    await users.delete(user.id);
    return { repos, endedBuilds };
  }

  private async give(trx: Db, user: User, successor: User): Promise<void> {
    const { clock, contributed, observers } = this.deps;
    await new NamespaceReposStore(trx, observers.repo).transfer(user, successor, clock.nowSec());
    await moveNamespaceData(contributed.namespaceData, trx, user.login, successor.login);
    await new FolderMovesStore(trx).add({ namespace: user.login, successor: successor.login });
  }

  private async deleteContents(trx: Db, namespace: string): Promise<void> {
    const { contributed, observers } = this.deps;
    await new NamespaceReposStore(trx, observers.repo).delete(namespace);
    for (const data of contributed.namespaceData) await data.delete?.(trx, namespace);
    await new FolderMovesStore(trx).add({ namespace, successor: null });
  }

  private async requireSuccessor(
    trx: Db,
    user: User,
    login: string,
    holdings: Holdings,
  ): Promise<User> {
    const successor = await new UserStore(trx).findByLogin(login);
    if (!successor) throw badRequest(`There is no account ${login}`);
    if (successor.id === user.id) throw badRequest('An account cannot be its own successor');
    const collisions = describeHoldings(
      findCollisions(holdings, await this.list(successor.login, trx)),
    );
    if (collisions) throw conflict(`${successor.login} already has these names: ${collisions}`);
    return successor;
  }

  private publish(user: User, { repos, endedBuilds }: Decided): void {
    const { bus } = this.deps;
    for (const buildId of endedBuilds) bus.publish('buildDeleted', { buildId });
    bus.publish('accessChanged', { userId: user.id });
    for (const { id } of repos) bus.publish('accessChanged', { repoId: id });
  }

  /** Cleans up after the change. A failure is retried before the next change and at the next start. */
  private async end(repos: Decided['repos'], { successor }: HoldingsWish): Promise<void> {
    try {
      await this.moveFolders();
      if (successor === undefined) return;
      // Hooks of pushes that ran during the change wrote their files into the moved folders.
      for (const { name } of repos) await this.deps.receivePushes({ namespace: successor, name });
    } catch (err) {
      this.deps.logger.error(
        { err },
        'The folders of a deleted account could not be moved or deleted',
      );
    }
  }
}
