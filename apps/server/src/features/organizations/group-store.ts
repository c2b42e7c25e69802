import type { Db } from '../../db/database.ts';
import type { GroupSource } from '../../domain/external-person.ts';
import type { AccountGroup } from './group-name.ts';

/** A group whose members are members of a team. */
export interface TeamGroup {
  id: number;
  teamId: number;
  name: string;
}

/** Names of one statement. Databases limit the number of its values. */
const maxRows = 1000;

/** Stores the groups of teams, and those of accounts as their provider last reported them. */
export class GroupStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /** Lists the groups of all teams; of one organization if its id is given. */
  async listOfTeams(organizationId?: number): Promise<TeamGroup[]> {
    let found = this.db
      .selectFrom('team_groups')
      .select(['team_groups.id', 'team_id as teamId', 'team_groups.name']);
    if (organizationId !== undefined) {
      found = found.where('team_id', 'in', (teams) =>
        teams.selectFrom('teams').select('id').where('organization_id', '=', organizationId),
      );
    }
    return found.orderBy('team_groups.name').orderBy('team_groups.id').execute();
  }

  /** Returns undefined if the team has the group already. */
  async add(teamId: number, name: string): Promise<TeamGroup | undefined> {
    return this.db
      .insertInto('team_groups')
      .values({ team_id: teamId, name })
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'team_id as teamId', 'name'])
      .executeTakeFirst();
  }

  async remove(id: number): Promise<void> {
    await this.db.deleteFrom('team_groups').where('id', '=', id).execute();
  }

  async listOfAccount(userId: number): Promise<AccountGroup[]> {
    return this.db
      .selectFrom('account_groups')
      .select(['provider', 'name'])
      .where('user_id', '=', userId)
      .execute();
  }

  /** Lists the accounts in a group, whose name an LDAP directory has in any case. */
  async listAccounts(group: string): Promise<number[]> {
    const rows = await this.db
      .selectFrom('account_groups')
      .select('user_id')
      .distinct()
      .where(({ or, and, eb }) =>
        or([
          and([eb('provider', '=', 'ldap'), eb('name', '=', group.toLowerCase())]),
          and([eb('provider', '!=', 'ldap'), eb('name', '=', group)]),
        ]),
      )
      .execute();
    return rows.map(({ user_id }) => user_id);
  }

  /** Replaces the groups of an account at a provider. */
  async replace(userId: number, provider: GroupSource, names: readonly string[]): Promise<void> {
    await this.db
      .deleteFrom('account_groups')
      .where('user_id', '=', userId)
      .where('provider', '=', provider)
      .execute();
    for (let at = 0; at < names.length; at += maxRows) {
      await this.db
        .insertInto('account_groups')
        .values(names.slice(at, at + maxRows).map((name) => ({ user_id: userId, provider, name })))
        .execute();
    }
  }

  /** Finds the organizations of teams. */
  async listOrganizations(
    teamIds: readonly number[],
  ): Promise<{ teamId: number; team: string; id: number; name: string }[]> {
    if (teamIds.length === 0) return [];
    return this.db
      .selectFrom('teams')
      .innerJoin('organizations', 'organizations.id', 'teams.organization_id')
      .select([
        'teams.id as teamId',
        'teams.name as team',
        'organizations.id',
        'organizations.name',
      ])
      .where('teams.id', 'in', teamIds)
      .orderBy('organizations.id')
      .execute();
  }

  /** Lists the teams of which an account is a member through a group. */
  async listTeamsByGroup(userId: number): Promise<number[]> {
    const rows = await this.db
      .selectFrom('team_members')
      .select('team_id')
      .where('user_id', '=', userId)
      .where('by_group', '=', 1)
      .execute();
    return rows.map(({ team_id }) => team_id);
  }
}
