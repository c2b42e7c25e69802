import { OrganizationStore } from '../../accounts/organization-store.ts';
import type { Db } from '../../db/database.ts';
import { effectiveRole, type RoleGrant } from '../../domain/permissions.ts';
import { NamespaceReposStore } from '../../repositories/namespace-repos-store.ts';
import { RepoRoleStore } from '../../repositories/repo-role-store.ts';
import { type Team, TeamStore } from './team-store.ts';

interface Concerned {
  userId: number;
  repoId: number;
}

interface TeamRepos extends Team {
  repoIds: ReadonlySet<number>;
}

/**
 * Writes the roles that follow from an organization's owners and teams to the table that lists and checks read. Created in
 * a transaction that holds the lock of the organization.
 */
export class OrganizationRights {
  /** Accounts with the repositories in which their role may have become lower. */
  readonly reduced: Concerned[] = [];
  private readonly trx: Db;
  private readonly organization: { id: number; name: string };

  constructor(trx: Db, organization: { id: number; name: string }) {
    this.trx = trx;
    this.organization = organization;
  }

  /** Recomputes the roles of these people in these repositories; by default of all members and in all repositories. */
  async recompute(people?: readonly number[], repos?: readonly number[]): Promise<void> {
    const { id } = this.organization;
    const members = await new OrganizationStore(this.trx).listMembers(id);
    const owners = new Set(members.filter(({ role }) => role === 'owner').map((row) => row.id));
    const teamsOf = await this.readTeams(people?.length === 1 ? people[0] : undefined);
    const reduced = await new RepoRoleStore(this.trx).replaceTeamRoles(
      people ?? members.map((member) => member.id),
      repos ?? (await this.listRepoIds()),
      (userId, repoId) => {
        const teams = teamsOf.get(userId) ?? [];
        const grants: RoleGrant[] = teams
          .filter(({ allRepos, repoIds }) => allRepos || repoIds.has(repoId))
          .map(({ role }) => ({ by: 'team', role }));
        return effectiveRole(owners.has(userId) ? [...grants, { by: 'ownership' }] : grants);
      },
    );
    this.reduced.push(...reduced);
  }

  /** Ends all roles of people who have left the organization, also those that a person granted. */
  async end(people: readonly number[]): Promise<void> {
    const repoIds = await this.listRepoIds();
    await new RepoRoleStore(this.trx).deleteAll(people, repoIds);
    for (const userId of people) {
      this.reduced.push(...repoIds.map((repoId) => ({ userId, repoId })));
    }
  }

  private async listRepoIds(): Promise<number[]> {
    return (await new NamespaceReposStore(this.trx).listHosted(this.organization.name)).map(
      ({ id }) => id,
    );
  }

  /** Reads the teams of each member, or of one. */
  private async readTeams(userId?: number): Promise<Map<number, TeamRepos[]>> {
    const store = new TeamStore(this.trx);
    const { id } = this.organization;
    const repos = Map.groupBy(await store.listRepos(id), ({ teamId }) => teamId);
    const teams = new Map(
      (await store.list(id)).map((team) => {
        const repoIds = new Set((repos.get(team.id) ?? []).map(({ repoId }) => repoId));
        return [team.id, { ...team, repoIds }];
      }),
    );
    const teamsOf = Map.groupBy(await store.listMemberships(id, userId), (row) => row.userId);
    return new Map(
      [...teamsOf].map(([member, rows]) => [
        member,
        rows.flatMap(({ teamId }) => teams.get(teamId) ?? []),
      ]),
    );
  }
}
