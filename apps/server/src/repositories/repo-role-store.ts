import type { RepoRole } from '@millrace/contract/vocabulary';
import { TimeSlice } from '@millrace/node-kit/time-slice';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { rankOf } from '../domain/permissions.ts';

/** Role of an account in a repository through an organization; undefined for none. */
export interface TeamRole {
  userId: number;
  repoId: number;
  role: RepoRole | undefined;
}

/** Rows of one statement. Databases limit the number of its values. */
const maxRows = 1000;
/** People whose rows are changed before the event loop may run other work. */
const maxPeople = 5;
const noTeam = 0;
const noGrant = 0;
/** Rank of the granted role of an existing row. */
const grantedRank = sql<number>`coalesce(repo_permissions.granted_rank,
  repo_permissions."read" + repo_permissions."write" + repo_permissions.admin)`;

/**
 * Stores the role of accounts in repositories. It is the higher one of the granted role and of that through teams, each of
 * which is stored without the other.
 */
export class RepoRoleStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  async grant(userId: number, repoId: number, role: RepoRole): Promise<void> {
    await this.put('granted_rank', [{ userId, repoId, rank: rankOf(role) }]);
  }

  /** Takes back the granted role. Returns false if there was none. */
  async revoke(userId: number, repoId: number): Promise<boolean> {
    const deleted = await this.db
      .deleteFrom('repo_permissions')
      .where('user_id', '=', userId)
      .where('repo_id', '=', repoId)
      .where('team_rank', '=', noTeam)
      .executeTakeFirst();
    if (deleted.numDeletedRows > 0n) return true;
    const row = await this.db
      .selectFrom('repo_permissions')
      .select('granted_rank')
      .where('user_id', '=', userId)
      .where('repo_id', '=', repoId)
      .executeTakeFirst();
    if (!row || row.granted_rank === noGrant) return false;
    await this.put('granted_rank', [{ userId, repoId, rank: noGrant }]);
    return true;
  }

  /** Deletes the granted roles of people in these repositories, and those through teams. */
  async deleteAll(userIds: readonly number[], repoIds: readonly number[]): Promise<void> {
    if (userIds.length === 0 || repoIds.length === 0) return;
    await this.db
      .deleteFrom('repo_permissions')
      .where('user_id', 'in', userIds)
      .where('repo_id', 'in', repoIds)
      .execute();
  }

  /**
   * Replaces the roles through teams of these people in these repositories. Writes only differences. Returns the rows whose
   * role became lower.
   */
  async replaceTeamRoles(
    userIds: readonly number[],
    repoIds: readonly number[],
    findRole: (userId: number, repoId: number) => RepoRole | undefined,
  ): Promise<TeamRole[]> {
    const reduced: TeamRole[] = [];
    if (repoIds.length === 0) return reduced;
    const slice = new TimeSlice();
    for (let at = 0; at < userIds.length; at += maxPeople) {
      if (slice.isOver()) await slice.next();
      const people = userIds.slice(at, at + maxPeople);
      const known = await this.listTeamRanks(people, repoIds);
      const changed = people.flatMap((userId) =>
        repoIds.flatMap((repoId) => {
          const role = findRole(userId, repoId);
          const before = known.get(`${userId} ${repoId}`) ?? noTeam;
          const rank = rankOf(role);
          if (rank < before) reduced.push({ userId, repoId, role });
          return rank === before ? [] : [{ userId, repoId, rank }];
        }),
      );
      await this.put('team_rank', changed);
      if (changed.some(({ rank }) => rank === noTeam)) await this.deleteUnused(people, repoIds);
    }
    return reduced;
  }

  private async listTeamRanks(
    userIds: readonly number[],
    repoIds: readonly number[],
  ): Promise<Map<string, number>> {
    const rows = await this.db
      .selectFrom('repo_permissions')
      .select(['user_id', 'repo_id', 'team_rank'])
      .where('user_id', 'in', userIds)
      .where('repo_id', 'in', repoIds)
      .execute();
    return new Map(rows.map((row) => [`${row.user_id} ${row.repo_id}`, row.team_rank]));
  }

  /** Stores one rank of each pair, and the permissions that follow from both. */
  private async put(
    column: 'granted_rank' | 'team_rank',
    rows: readonly { userId: number; repoId: number; rank: number }[],
  ): Promise<void> {
    const isTeam = column === 'team_rank';
    const other = isTeam ? grantedRank : sql<number>`repo_permissions.team_rank`;
    const atLeast = (rank: number) =>
      sql<number>`case when excluded.${sql.ref(column)} >= ${sql.lit(rank)}
        or ${other} >= ${sql.lit(rank)} then 1 else 0 end`;
    for (let at = 0; at < rows.length; at += maxRows) {
      const values = rows.slice(at, at + maxRows).map(({ userId, repoId, rank }) => ({
        user_id: userId,
        repo_id: repoId,
        read: rank >= rankOf('read') ? 1 : 0,
        write: rank >= rankOf('write') ? 1 : 0,
        admin: rank >= rankOf('admin') ? 1 : 0,
        granted_rank: isTeam ? noGrant : rank,
        team_rank: isTeam ? rank : noTeam,
      }));
      await this.db
        .insertInto('repo_permissions')
        .values(values)
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'repo_id']).doUpdateSet({
            granted_rank: isTeam ? grantedRank : sql`excluded.granted_rank`,
            ...(isTeam ? { team_rank: sql`excluded.team_rank` } : {}),
            read: atLeast(rankOf('read')),
            write: atLeast(rankOf('write')),
            admin: atLeast(rankOf('admin')),
          }),
        )
        .execute();
    }
  }

  private async deleteUnused(
    userIds: readonly number[],
    repoIds: readonly number[],
  ): Promise<void> {
    await this.db
      .deleteFrom('repo_permissions')
      .where('user_id', 'in', userIds)
      .where('repo_id', 'in', repoIds)
      .where('granted_rank', '=', noGrant)
      .where('team_rank', '=', noTeam)
      .execute();
  }
}
