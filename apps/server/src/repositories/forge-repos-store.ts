import type { Permissions } from '@millrace/contract/api';
import type { Db } from '../db/database.ts';
import type { Repo } from '../domain/repo.ts';
import { repoCodec } from './repo-codec.ts';
import { toPermissions } from './repo-store.ts';

/** Maximum number of ids in one query. */
const chunkSize = 500;

/** Repositories of a remote forge by their ids at the forge, with the fields that a sync needs. */
export class ForgeReposStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  async listByUid(forge: string, uids: string[]): Promise<Map<string, Repo>> {
    const found = new Map<string, Repo>();
    for (let at = 0; at < uids.length; at += chunkSize) {
      const rows = await this.db
        .selectFrom('repos')
        .selectAll()
        .where('forge', '=', forge)
        .where('uid', 'in', uids.slice(at, at + chunkSize))
        .execute();
      for (const row of rows) found.set(row.uid, repoCodec.read(row));
    }
    return found;
  }

  async listGrants(userId: number, forge: string): Promise<Map<number, Permissions>> {
    const rows = await this.db
      .selectFrom('repo_permissions')
      .innerJoin('repos', 'repos.id', 'repo_permissions.repo_id')
      .select(['repo_id', 'read', 'write', 'admin'])
      .where('repo_permissions.user_id', '=', userId)
      .where('repos.forge', '=', forge)
      .execute();
    return new Map(rows.map((row) => [row.repo_id, toPermissions(row)]));
  }

  async revoke(userId: number, repoIds: number[]): Promise<void> {
    for (let at = 0; at < repoIds.length; at += chunkSize) {
      await this.db
        .deleteFrom('repo_permissions')
        .where('user_id', '=', userId)
        .where('repo_id', 'in', repoIds.slice(at, at + chunkSize))
        .execute();
    }
  }

  /** Removes all permissions in a repository. */
  async revokeAll(repoId: number): Promise<void> {
    await this.db.deleteFrom('repo_permissions').where('repo_id', '=', repoId).execute();
  }

  /**
   * Stores the time since which the forge has shown the repository to no account; 0 if it shows it. Returns
   * false if this was already stored.
   */
  async setMissing(repoId: number, sinceSec: number): Promise<boolean> {
    const noted = await this.db
      .updateTable('repos')
      .set({ missing: sinceSec })
      .where('id', '=', repoId)
      .where('missing', sinceSec ? '=' : '>', 0)
      .executeTakeFirst();
    return noted.numUpdatedRows > 0n;
  }

  /**
   * Lists active repositories that have not been checked after this time, longest ago first, with their
   * owners.
   */
  async listDue(forge: string, olderThanSec: number, limit: number) {
    return this.db
      .selectFrom('repos')
      .select(['id', 'user_id as ownerId'])
      .where('active', '=', 1)
      .where('forge', '=', forge)
      .where('checked', '<=', olderThanSec)
      .orderBy('checked')
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  async countActive(forge: string): Promise<number> {
    const row = await this.db
      .selectFrom('repos')
      .select((all) => all.fn.countAll<number>().as('count'))
      .where('active', '=', 1)
      .where('forge', '=', forge)
      .executeTakeFirstOrThrow();
    return row.count;
  }

  async setChecked(repoId: number, checked: number): Promise<void> {
    await this.db.updateTable('repos').set({ checked }).where('id', '=', repoId).execute();
  }
}
