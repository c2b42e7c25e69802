import { badRequest, forbidden, notFound } from '@millrace/contract/api-errors';
import type { Clock } from '@millrace/node-kit/clock';
import { type AuditEntry, AuditLog } from '../../audit/audit-log.ts';
import type { Db } from '../../db/database.ts';
import { acquireLock } from '../../db/locks.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Repo } from '../../domain/repo.ts';
import type { Viewer } from '../../domain/user.ts';
import type { RepoAccessStore } from '../../repositories/repo-access-store.ts';
import type { RepoStore } from '../../repositories/repo-store.ts';
import { type BuildAccess, BuildAccessStore, type Side } from './build-access-store.ts';

/** Maximum number of repositories that builds of one repository may read. */
const maxTargets = 100;
/** Maximum number of repositories whose builds may read one repository. */
const maxReaders = 1000;

interface Deps {
  db: Db;
  clock: Clock;
  repos: RepoStore;
  repoAccess: RepoAccessStore;
}

/** Person who makes a change, with the address of their call. */
export interface Caller {
  viewer: Viewer;
  address: string;
}

/** Changes which other repositories the builds of a repository may read. The audit log of both has each change. */
export class BuildAccessService {
  private readonly deps: Deps;
  private readonly access: BuildAccessStore;

  constructor(deps: Deps) {
    this.deps = deps;
    this.access = new BuildAccessStore(deps.db);
  }

  list(side: Side, repo: Repo): Promise<BuildAccess[]> {
    return this.access.list(side, repo.id);
  }

  /** Allows builds of a repository to read another one, of which the caller must be an admin too. */
  async add(repo: Repo, slug: string, caller: Caller): Promise<BuildAccess> {
    const { db, clock } = this.deps;
    const target = await this.requireTarget(repo, slug, caller.viewer);
    const added = { addedBy: caller.viewer.login, created: clock.nowSec() };
    const entry = await inTransaction(db, async (trx) => {
      const access = new BuildAccessStore(trx);
      await acquireLock(trx, 'buildAccess');
      const existing = await access.find(repo.id, target.id);
      if (existing) return existing;
      if ((await access.count('targets', repo.id)) >= maxTargets) {
        throw badRequest(
          `Builds of a repository may read ${maxTargets} others at most`,
          'limit_reached',
        );
      }
      if ((await access.count('readers', target.id)) >= maxReaders) {
        throw badRequest(
          `Builds of ${maxReaders} repositories may read ${target.slug}, which is the maximum`,
          'limit_reached',
        );
      }
      await access.insert(repo.id, target.id, added);
      await this.recordAt(trx, target, { action: 'build_access.grant', target: repo.slug }, caller);
      return added;
    });
    return { slug: target.slug, ...entry };
  }

  /** Removes an entry for an admin of the repository whose builds read. */
  async removeTarget(repo: Repo, slug: string, caller: Caller): Promise<void> {
    const target = await this.requireRepo(slug);
    await this.remove(repo, target, (trx) =>
      this.recordAt(trx, target, { action: 'build_access.revoke', target: repo.slug }, caller),
    );
  }

  /** Removes an entry for an admin of the repository that is read. */
  async removeReader(repo: Repo, slug: string, caller: Caller): Promise<void> {
    const reader = await this.requireRepo(slug);
    await this.remove(reader, repo, (trx) =>
      this.recordAt(trx, reader, { action: 'build_access.remove', target: repo.slug }, caller),
    );
  }

  private async remove(
    reader: Repo,
    target: Repo,
    record: (trx: Db) => Promise<void>,
  ): Promise<void> {
    await inTransaction(this.deps.db, async (trx) => {
      const isRemoved = await new BuildAccessStore(trx).delete(reader.id, target.id);
      if (!isRemoved) throw notFound();
      await record(trx);
    });
  }

  /** The message is the same for a repository that the viewer may not see and for one that does not exist. */
  private async requireTarget(repo: Repo, slug: string, viewer: Viewer): Promise<Repo> {
    if (repo.forge !== 'builtin') {
      throw badRequest('The forge of this repository decides what its builds may read');
    }
    const found = await this.deps.repoAccess.find(viewer, slug);
    if (!found?.permissions.read || found.repo.forge !== 'builtin') {
      throw badRequest(`There is no repository ${slug}`);
    }
    if (found.repo.id === repo.id) {
      throw badRequest('Builds may always read their own repository');
    }
    if (!found.permissions.admin) {
      throw forbidden(`You need admin permission for ${found.repo.slug} too`);
    }
    return found.repo;
  }

  private async requireRepo(slug: string): Promise<Repo> {
    const repo = await this.deps.repos.findBySlug(slug);
    if (!repo) throw notFound();
    return repo;
  }

  /** Records a change in the audit log of the other repository. That of the call's own one has it already. */
  private async recordAt(
    trx: Db,
    repo: Repo,
    entry: Pick<AuditEntry, 'action' | 'target'>,
    { viewer, address }: Caller,
  ): Promise<void> {
    await new AuditLog(trx, this.deps.clock).add({
      ...entry,
      actor: viewer,
      credential: viewer.credential ?? 'none',
      token: viewer.tokenLimits?.name,
      address,
      repo,
      details: {},
    });
  }
}
