import type { RepoRole } from '@millrace/contract/vocabulary';
import type { Db } from '../../db/database.ts';
import { isSameName } from '../../db/same-name.ts';
import type { User } from '../../domain/user.ts';

export interface Team {
  id: number;
  name: string;
  /** Role of the members in the repositories of the team. */
  role: RepoRole;
  /** Whether it has all repositories of the organization, also future ones. */
  allRepos: boolean;
}

/** Ways in which an account is a member of a team. */
export interface Membership {
  /** Whether an owner has added the account. */
  byHand: boolean;
  /** Whether the account is in a group of the team. */
  byGroup: boolean;
}

export interface TeamMember extends Membership, Pick<User, 'id' | 'login' | 'name' | 'avatar'> {}

const teamColumns = ['teams.id', 'teams.name', 'teams.role', 'teams.all_repos'] as const;

/** Stores the teams of organizations, their members and their repositories. */
export class TeamStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  async list(organizationId: number): Promise<Team[]> {
    const rows = await this.db
      .selectFrom('teams')
      .select(teamColumns)
      .where('organization_id', '=', organizationId)
      .orderBy('name')
      .execute();
    return rows.map(toTeam);
  }

  async find(organizationId: number, name: string): Promise<Team | undefined> {
    const row = await this.db
      .selectFrom('teams')
      .select(teamColumns)
      .where('organization_id', '=', organizationId)
      .where('name', '=', name)
      .executeTakeFirst();
    return row && toTeam(row);
  }

  /** Returns whether another team of the organization has this name, in any case. */
  async isNameTaken(organizationId: number, name: string, exceptId = 0): Promise<boolean> {
    const row = await this.db
      .selectFrom('teams')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where(isSameName('name', name))
      .where('id', '!=', exceptId)
      .executeTakeFirst();
    return row !== undefined;
  }

  async insert(
    organizationId: number,
    { name, role, allRepos }: Omit<Team, 'id'>,
    nowSec: number,
  ): Promise<Team> {
    const values = { name, role, all_repos: allRepos ? 1 : 0, created: nowSec };
    const row = await this.db
      .insertInto('teams')
      .values({ organization_id: organizationId, ...values })
      .returning(teamColumns)
      .executeTakeFirstOrThrow();
    return toTeam(row);
  }

  async update({ id, name, role, allRepos }: Team): Promise<void> {
    await this.db
      .updateTable('teams')
      .set({ name, role, all_repos: allRepos ? 1 : 0 })
      .where('id', '=', id)
      .execute();
  }

  async delete(id: number): Promise<void> {
    await this.db.deleteFrom('teams').where('id', '=', id).execute();
  }

  async listMembers(teamId: number): Promise<TeamMember[]> {
    const rows = await this.db
      .selectFrom('team_members')
      .innerJoin('users', 'users.id', 'team_members.user_id')
      .select(['users.id', 'users.login', 'users.name', 'users.avatar', 'by_hand', 'by_group'])
      .where('team_id', '=', teamId)
      .orderBy('users.login')
      .execute();
    return rows.map(({ by_hand, by_group, ...user }) => ({
      ...user,
      byHand: by_hand === 1,
      byGroup: by_group === 1,
    }));
  }

  /** Lists the memberships in all teams of an organization; of one account if its id is given. */
  async listMemberships(
    organizationId: number,
    userId?: number,
  ): Promise<({ teamId: number; userId: number } & Membership)[]> {
    let found = this.db
      .selectFrom('team_members')
      .innerJoin('teams', 'teams.id', 'team_members.team_id')
      .select(['team_id as teamId', 'user_id as userId', 'by_hand', 'by_group'])
      .where('teams.organization_id', '=', organizationId);
    if (userId !== undefined) found = found.where('user_id', '=', userId);
    const rows = await found.execute();
    return rows.map(({ by_hand, by_group, ...row }) => ({
      ...row,
      byHand: by_hand === 1,
      byGroup: by_group === 1,
    }));
  }

  async findMembership(teamId: number, userId: number): Promise<Membership | undefined> {
    const row = await this.db
      .selectFrom('team_members')
      .select(['by_hand', 'by_group'])
      .where('team_id', '=', teamId)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return row && { byHand: row.by_hand === 1, byGroup: row.by_group === 1 };
  }

  /** Stores in which ways an account is a member. Deletes the membership if it has none. */
  async setMembership(
    teamId: number,
    userId: number,
    { byHand, byGroup }: Membership,
  ): Promise<void> {
    if (!byHand && !byGroup) {
      await this.db
        .deleteFrom('team_members')
        .where('team_id', '=', teamId)
        .where('user_id', '=', userId)
        .execute();
      return;
    }
    const values = { by_hand: byHand ? 1 : 0, by_group: byGroup ? 1 : 0 };
    await this.db
      .insertInto('team_members')
      .values({ team_id: teamId, user_id: userId, ...values })
      .onConflict((conflict) => conflict.columns(['team_id', 'user_id']).doUpdateSet(values))
      .execute();
  }

  /** Lists the named repositories of all teams of an organization. */
  async listRepos(
    organizationId: number,
  ): Promise<{ teamId: number; repoId: number; name: string }[]> {
    return this.db
      .selectFrom('team_repos')
      .innerJoin('teams', 'teams.id', 'team_repos.team_id')
      .innerJoin('repos', 'repos.id', 'team_repos.repo_id')
      .select(['team_id as teamId', 'repo_id as repoId', 'repos.name'])
      .where('teams.organization_id', '=', organizationId)
      .orderBy('repos.name')
      .execute();
  }

  async addRepo(teamId: number, repoId: number): Promise<void> {
    await this.db
      .insertInto('team_repos')
      .values({ team_id: teamId, repo_id: repoId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  /** Returns false if the team has not named the repository. */
  async removeRepo(teamId: number, repoId: number): Promise<boolean> {
    const { numDeletedRows } = await this.db
      .deleteFrom('team_repos')
      .where('team_id', '=', teamId)
      .where('repo_id', '=', repoId)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  async removeAllRepos(teamId: number): Promise<void> {
    await this.db.deleteFrom('team_repos').where('team_id', '=', teamId).execute();
  }

  /** Counts the members of each team of an organization. */
  async countMembers(organizationId: number): Promise<Map<number, number>> {
    const rows = await this.db
      .selectFrom('team_members')
      .innerJoin('teams', 'teams.id', 'team_members.team_id')
      .select(['team_id', (all) => all.fn.countAll<number>().as('count')])
      .where('teams.organization_id', '=', organizationId)
      .groupBy('team_id')
      .execute();
    return new Map(rows.map(({ team_id, count }) => [team_id, count]));
  }
}

function toTeam(row: { id: number; name: string; role: RepoRole; all_repos: number }): Team {
  const { id, name, role, all_repos } = row;
  return { id, name, role, allRepos: all_repos === 1 };
}
