import { badRequest, conflict, missing, notFound } from '@millrace/contract/api-errors';
import type { OrganizationRole } from '@millrace/contract/vocabulary';
import type { Clock } from '@millrace/node-kit/clock';
import {
  type Organization,
  type OrganizationMember,
  OrganizationStore,
} from '../../accounts/organization-store.ts';
import type { UserStore } from '../../accounts/user-store.ts';
import type { Database } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { User } from '../../domain/user.ts';
import { NamespaceReposStore } from '../../repositories/namespace-repos-store.ts';
import type { Bus } from '../../shared/bus.ts';
import type { UsersPort } from '../users/port.ts';
import { changeOrganization, type OrganizationChange } from './change-organization.ts';
import { lockGroups } from './group-memberships.ts';
import { TeamStore } from './team-store.ts';

interface Deps {
  db: Database;
  bus: Bus;
  clock: Pick<Clock, 'nowSec'>;
  organizations: OrganizationStore;
  userStore: Pick<UserStore, 'findByLogin'>;
  usersPort: UsersPort;
  /** Whether a remote forge has the organizations and their teams. */
  isRemote: boolean;
}

/** A member with the names of its teams. */
export interface MemberOfTeams extends OrganizationMember {
  teams: string[];
}

/** Maximum number of repositories that a message names. */
const maxNamed = 5;

/** Creates, changes and deletes organizations, and changes their members. */
export class OrganizationService {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /** Lists the organizations of an account, and all of them for a system admin. */
  async list(viewer: User): Promise<(Organization & { role?: OrganizationRole })[]> {
    const { organizations, isRemote } = this.deps;
    if (isRemote) return [];
    const own = await organizations.listOf(viewer.id);
    if (!viewer.admin) return own;
    const all = await organizations.listAll();
    return all.map((organization) => own.find(({ id }) => id === organization.id) ?? organization);
  }

  /** @throws AppError (404) */
  async require(name: string): Promise<Organization> {
    const found = this.deps.isRemote ? undefined : await this.deps.organizations.find(name);
    if (!found) throw missing(`There is no organization ${name} on this server`);
    return found;
  }

  /** Creates an organization. Repositories that a system admin created in this namespace then belong to it. */
  async create({
    name,
    owner,
    membersCreate,
  }: Pick<Organization, 'name' | 'membersCreate'> & { owner: string }): Promise<Organization> {
    const { clock, db, isRemote, usersPort } = this.deps;
    if (isRemote) throw conflict('Organizations and teams are managed at the forge');
    const user = await this.requireUser(owner);
    return usersPort.changeNamespaces(() =>
      inTransaction(db, async (trx) => {
        const created = clock.nowSec();
        const store = new OrganizationStore(trx);
        const organization = await store.insert({ name, membersCreate, created });
        if (!organization) {
          throw conflict(`An account or an organization has the name ${name}`, 'already_exists');
        }
        await this.change(organization, trx, async ({ organizations, rights }) => {
          await organizations.putMember(organization.id, user.id, {
            role: 'owner',
            byGroup: false,
          });
          await rights.recompute();
        });
        return organization;
      }),
    );
  }

  async update(name: string, membersCreate: boolean | undefined): Promise<Organization> {
    const organization = await this.require(name);
    if (membersCreate === undefined) return organization;
    await this.change(organization, this.deps.db, ({ organizations }) =>
      organizations.update(organization.id, { membersCreate }),
    );
    return { ...organization, membersCreate };
  }

  /** Deletes an organization without repositories, with its teams and all else in its namespace. */
  async delete(name: string): Promise<void> {
    const { id } = await this.require(name);
    await this.deps.usersPort.deleteNamespace(name, async (trx) => {
      await lockGroups(trx);
      const repos = await new NamespaceReposStore(trx).list(name);
      if (repos.length > 0) {
        const named = repos.slice(0, maxNamed).map((repo) => repo.name);
        const rest = repos.length > maxNamed ? ` and ${repos.length - maxNamed} more` : '';
        throw conflict(`${name} has repositories: ${named.join(', ')}${rest}. Delete them first`);
      }
      await new OrganizationStore(trx).delete(id);
    });
  }

  async listMembers(name: string): Promise<MemberOfTeams[]> {
    const { id } = await this.require(name);
    const { db, organizations } = this.deps;
    const teams = new TeamStore(db);
    const names = new Map((await teams.list(id)).map((team) => [team.id, team.name]));
    const memberships = Map.groupBy(await teams.listMemberships(id), ({ userId }) => userId);
    return (await organizations.listMembers(id)).map((member) => ({
      ...member,
      teams: (memberships.get(member.id) ?? [])
        .flatMap(({ teamId }) => names.get(teamId) ?? [])
        .sort(),
    }));
  }

  async setMember(name: string, login: string, role: OrganizationRole): Promise<MemberOfTeams> {
    const organization = await this.require(name);
    const user = await this.requireUser(login);
    await this.change(organization, this.deps.db, async ({ organizations, rights }) => {
      if (role !== 'owner') await requireOtherOwner(organizations, organization, user);
      await organizations.putMember(organization.id, user.id, { role, byGroup: false });
      await rights.recompute([user.id]);
    });
    const member = (await this.listMembers(name)).find(({ id }) => id === user.id);
    if (!member) throw notFound();
    return member;
  }

  async removeMember(name: string, login: string): Promise<void> {
    const organization = await this.require(name);
    const { id } = organization;
    const user = await this.deps.userStore.findByLogin(login);
    if (!user) throw notFound();
    await this.change(organization, this.deps.db, async ({ organizations, teams, rights }) => {
      const members = await organizations.listMembers(id);
      if (!members.some((member) => member.id === user.id)) throw notFound();
      await requireOtherOwner(organizations, organization, user);
      const memberships = await teams.listMemberships(id, user.id);
      const byGroup = memberships.find((membership) => membership.byGroup);
      if (byGroup) {
        const team = (await teams.list(id)).find(({ id }) => id === byGroup.teamId);
        throw conflict(memberOfGroup(user.login, team?.name ?? ''));
      }
      for (const { teamId } of memberships) {
        await teams.setMembership(teamId, user.id, { byHand: false, byGroup: false });
      }
      await organizations.removeMember(id, user.id);
      await rights.end([user.id]);
    });
  }

  async requireUser(login: string): Promise<User> {
    const user = await this.deps.userStore.findByLogin(login);
    if (!user) throw badRequest(`There is no account ${login}`);
    return user;
  }

  private change<Result>(
    organization: Organization,
    db: Parameters<typeof changeOrganization>[0]['db'],
    job: (change: OrganizationChange) => Promise<Result>,
  ): Promise<Result> {
    return changeOrganization({ db, bus: this.deps.bus }, organization, job);
  }
}

/** Why a member of a team cannot be removed by hand. */
export function memberOfGroup(login: string, team: string): string {
  return `${login} is in the team ${team} through a group. Remove the account from the group, or the group from the team`;
}

async function requireOtherOwner(
  organizations: OrganizationStore,
  { id, name }: Organization,
  user: Pick<User, 'id' | 'login'>,
): Promise<void> {
  const owners = (await organizations.listMembers(id)).filter(({ role }) => role === 'owner');
  if (owners.length > 1 || owners[0]?.id !== user.id) return;
  throw conflict(`${user.login} is the only owner of ${name}. Name another owner first`);
}
