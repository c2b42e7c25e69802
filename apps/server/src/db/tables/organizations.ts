import type { OrganizationRole, RepoRole } from '@millrace/contract/vocabulary';
import type { Generated } from 'kysely';
import type { GroupSource } from '../../domain/external-person.ts';
import type { Flag, TimeSec } from './columns.ts';

/** Organizations of the built-in git hosting. Repositories belong to them by their namespace. */
interface OrganizationsTable {
  id: Generated<number>;
  /** Namespace of its repositories. No account has this name. */
  name: string;
  /** Whether members who are no owners may create repositories. */
  members_create: Flag;
  created: TimeSec;
}

interface OrganizationMembersTable {
  organization_id: number;
  user_id: number;
  role: OrganizationRole;
  /** Whether the membership ends with that in the last team. */
  by_group: Flag;
}

interface TeamsTable {
  id: Generated<number>;
  organization_id: number;
  name: string;
  /** Role of the members in the repositories of the team. */
  role: RepoRole;
  /** Whether the team has all repositories of the organization, also future ones. */
  all_repos: Flag;
  created: TimeSec;
}

/** Members of teams, who are members of the organization too. */
interface TeamMembersTable {
  team_id: number;
  user_id: number;
  /** Whether an owner has added the account. */
  by_hand: Flag;
  /** Whether the account is in a group of the team. */
  by_group: Flag;
}

/** Repositories of teams that have not all of them. */
interface TeamReposTable {
  team_id: number;
  repo_id: number;
}

/** Groups of the directory or the sign-in provider whose members are members of a team. */
interface TeamGroupsTable {
  id: Generated<number>;
  team_id: number;
  name: string;
}

/** Groups of people, as their provider last reported them. */
interface AccountGroupsTable {
  user_id: number;
  provider: GroupSource;
  /** In lower case for LDAP, whose directories ignore case. */
  name: string;
}

export interface OrganizationTables {
  organizations: OrganizationsTable;
  organization_members: OrganizationMembersTable;
  teams: TeamsTable;
  team_members: TeamMembersTable;
  team_repos: TeamReposTable;
  team_groups: TeamGroupsTable;
  account_groups: AccountGroupsTable;
}
