import { badRequest, conflict, missing, notFound } from '@millrace/contract/api-errors';
import type { Clock } from '@millrace/node-kit/clock';
import type { Organization } from '../../accounts/organization-store.ts';
import type { Database } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { NamespaceReposStore } from '../../repositories/namespace-repos-store.ts';
import type { Bus } from '../../shared/bus.ts';
import { changeOrganization, type OrganizationChange } from './change-organization.ts';
import { lockGroups, settleMembers, syncTeam } from './group-memberships.ts';
import { GroupStore, type TeamGroup } from './group-store.ts';
import { memberOfGroup, type OrganizationService } from './organization-service.ts';
import { type Team, type TeamMember, TeamStore } from './team-store.ts';

interface Deps {
  db: Database;
  bus: Bus;
  clock: Pick<Clock, 'nowSec'>;
  service: Pick<OrganizationService, 'require' | 'requireUser'>;
  /** Reads the members of the mapped groups soon, if the server can. */
  onGroupsMapped: () => Promise<void>;
}

/** A team with the names of its repositories and the number of its members. */
export interface ListedTeam extends Team {
  repos: string[];
  members: number;
}

/** A group of a team, with the number of accounts that are known to be in it. */
export interface ListedGroup extends TeamGroup {
  team: string;
  members: number;
}

type NewTeam = Omit<Team, 'id'> & { repos: readonly string[] };
type Action<Result> = (change: OrganizationChange, organization: Organization) => Promise<Result>;

/** Changes the teams of organizations, their members, repositories and groups. */
export class TeamService {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  async list(organization: string): Promise<ListedTeam[]> {
    const { id } = await this.deps.service.require(organization);
    const teams = new TeamStore(this.deps.db);
    const repos = Map.groupBy(await teams.listRepos(id), ({ teamId }) => teamId);
    const members = await teams.countMembers(id);
    return (await teams.list(id)).map((team) => ({
      ...team,
      repos: (repos.get(team.id) ?? []).map(({ name }) => name),
      members: members.get(team.id) ?? 0,
    }));
  }

  async get(organization: string, name: string): Promise<ListedTeam> {
    const team = (await this.list(organization)).find((candidate) => candidate.name === name);
    if (!team) throw noTeam(organization, name);
    return team;
  }

  async create(organization: string, { repos, ...team }: NewTeam): Promise<ListedTeam> {
    await this.change(organization, async ({ trx, teams }, { id }) => {
      if (await teams.isNameTaken(id, team.name)) throw takenName(team.name);
      const repoIds = await requireRepos(trx, organization, team.allRepos ? [] : repos);
      const { id: teamId } = await teams.insert(id, team, this.deps.clock.nowSec());
      for (const repoId of repoIds) await teams.addRepo(teamId, repoId);
    });
    return this.get(organization, team.name);
  }

  async update(
    organization: string,
    name: string,
    changes: Partial<Omit<Team, 'id'>>,
  ): Promise<ListedTeam> {
    const wanted = Object.fromEntries(
      Object.entries(changes).filter(([, value]) => value !== undefined),
    );
    const updated = await this.change(organization, async ({ teams, rights }, { id }) => {
      const team = await requireTeam(teams, id, organization, name);
      const after = { ...team, ...wanted };
      if (await teams.isNameTaken(id, after.name, team.id)) throw takenName(after.name);
      await teams.update(after);
      if (after.allRepos) await teams.removeAllRepos(team.id);
      const isSameRight = team.role === after.role && team.allRepos === after.allRepos;
      if (!isSameRight) await rights.recompute(await listIds(teams, team.id));
      return after;
    });
    return this.get(organization, updated.name);
  }

  async delete(organization: string, name: string): Promise<void> {
    await this.changeGroups(organization, async (change, { id }) => {
      const team = await requireTeam(change.teams, id, organization, name);
      const people = await listIds(change.teams, team.id);
      await change.teams.delete(team.id);
      await settleMembers(change, id, people);
    });
  }

  async listMembers(organization: string, name: string): Promise<TeamMember[]> {
    const { id } = await this.deps.service.require(organization);
    const teams = new TeamStore(this.deps.db);
    return teams.listMembers((await requireTeam(teams, id, organization, name)).id);
  }

  async addMember(organization: string, name: string, login: string): Promise<TeamMember> {
    const user = await this.deps.service.requireUser(login);
    return this.change(organization, async ({ teams, organizations, rights }, { id }) => {
      const team = await requireTeam(teams, id, organization, name);
      const known = await teams.findMembership(team.id, user.id);
      const membership = { byHand: true, byGroup: known?.byGroup ?? false };
      await teams.setMembership(team.id, user.id, membership);
      await organizations.addMember(id, user.id, false);
      await rights.recompute([user.id]);
      return { ...user, ...membership };
    });
  }

  async removeMember(organization: string, name: string, login: string): Promise<void> {
    await this.change(organization, async (change, { id }) => {
      const { teams } = change;
      const team = await requireTeam(teams, id, organization, name);
      const members = await teams.listMembers(team.id);
      const member = members.find((one) => one.login.toLowerCase() === login.toLowerCase());
      if (!member) throw notFound();
      if (member.byGroup) throw conflict(memberOfGroup(member.login, name));
      await teams.setMembership(team.id, member.id, { byHand: false, byGroup: false });
      await settleMembers(change, id, [member.id]);
    });
  }

  async addRepo(organization: string, name: string, repo: string): Promise<ListedTeam> {
    await this.change(organization, async ({ trx, teams, rights }, { id }) => {
      const team = await requireTeam(teams, id, organization, name);
      if (team.allRepos) throw conflict(`The team ${name} has all repositories`);
      const [repoId = 0] = await requireRepos(trx, organization, [repo]);
      await teams.addRepo(team.id, repoId);
      await rights.recompute(await listIds(teams, team.id), [repoId]);
    });
    return this.get(organization, name);
  }

  async removeRepo(organization: string, name: string, repo: string): Promise<ListedTeam> {
    await this.change(organization, async ({ trx, teams, rights }, { id }) => {
      const team = await requireTeam(teams, id, organization, name);
      if (team.allRepos) throw conflict(`The team ${name} has all repositories`);
      const [repoId = 0] = await requireRepos(trx, organization, [repo]);
      if (!(await teams.removeRepo(team.id, repoId))) throw notFound();
      await rights.recompute(await listIds(teams, team.id), [repoId]);
    });
    return this.get(organization, name);
  }

  async listGroups(organization: string): Promise<ListedGroup[]> {
    const { id } = await this.deps.service.require(organization);
    const groups = new GroupStore(this.deps.db);
    const teams = await new TeamStore(this.deps.db).list(id);
    const listed: ListedGroup[] = [];
    for (const group of await groups.listOfTeams(id)) {
      const team = teams.find((candidate) => candidate.id === group.teamId)?.name ?? '';
      const members = (await groups.listAccounts(group.name)).length;
      listed.push({ ...group, team, members });
    }
    return listed;
  }

  async addGroup(organization: string, name: string, group: string): Promise<ListedGroup> {
    const added = await this.changeGroups(organization, async (change, { id }) => {
      const team = await requireTeam(change.teams, id, organization, name);
      const groups = new GroupStore(change.trx);
      const row = await groups.add(team.id, group);
      if (!row) throw conflict(`The team ${name} has the group ${group}`, 'already_exists');
      await syncTeam(change, id, team.id);
      return { ...row, team: team.name, members: (await groups.listAccounts(group)).length };
    });
    await this.deps.onGroupsMapped();
    return added;
  }

  async removeGroup(organization: string, groupId: number): Promise<void> {
    await this.changeGroups(organization, async (change, { id }) => {
      const groups = new GroupStore(change.trx);
      const group = (await groups.listOfTeams(id)).find((one) => one.id === groupId);
      if (!group) throw notFound();
      await groups.remove(group.id);
      await syncTeam(change, id, group.teamId);
    });
  }

  private async change<Result>(name: string, action: Action<Result>): Promise<Result> {
    const { bus, db, service } = this.deps;
    const organization = await service.require(name);
    return changeOrganization({ db, bus }, organization, (change) => action(change, organization));
  }

  private async changeGroups<Result>(name: string, action: Action<Result>): Promise<Result> {
    const { bus, db, service } = this.deps;
    const organization = await service.require(name);
    return inTransaction(db, async (trx) => {
      await lockGroups(trx);
      return changeOrganization({ db: trx, bus }, organization, (change) =>
        action(change, organization),
      );
    });
  }
}

async function requireTeam(
  teams: TeamStore,
  organizationId: number,
  organization: string,
  name: string,
): Promise<Team> {
  const team = await teams.find(organizationId, name);
  if (!team) throw noTeam(organization, name);
  return team;
}

async function requireRepos(
  trx: OrganizationChange['trx'],
  organization: string,
  names: readonly string[],
): Promise<number[]> {
  if (names.length === 0) return [];
  const repos = await new NamespaceReposStore(trx).listHosted(organization);
  const ids = new Map(repos.map(({ id, name }) => [name, id]));
  return names.map((name) => {
    const id = ids.get(name);
    if (id === undefined) throw badRequest(`There is no repository ${organization}/${name}`);
    return id;
  });
}

async function listIds(teams: TeamStore, teamId: number): Promise<number[]> {
  return (await teams.listMembers(teamId)).map(({ id }) => id);
}

function noTeam(organization: string, name: string) {
  return missing(`There is no team ${name} in ${organization}`);
}

function takenName(name: string) {
  return conflict(`There is a team ${name} already`, 'already_exists');
}
