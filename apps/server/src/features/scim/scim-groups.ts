import { notFound } from '@millrace/contract/api-errors';
import type { Clock } from '@millrace/node-kit/clock';
import type { User } from '../../domain/user.ts';
import type { ScimQuery } from './read-query.ts';
import { ScimError } from './scim-error.ts';
import type { GroupMember, ScimGroupStore, StoredGroup } from './scim-group-store.ts';
import type { ScimGroup } from './scim-schemas.ts';
import { type ScimUserStore, toId } from './scim-user-store.ts';

export type GroupWithMembers = StoredGroup & { members: GroupMember[] };

interface Deps {
  store: ScimGroupStore;
  users: Pick<ScimUserStore, 'find'>;
  clock: Pick<Clock, 'nowSec'>;
  /** Passes the groups of an account on to its teams. */
  reportGroups: (user: User) => Promise<void>;
}

/** Groups of the identity provider. Teams of organizations name them, as those of a directory. */
export class ScimGroups {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  async list(query: ScimQuery): Promise<{ total: number; items: GroupWithMembers[] }> {
    const { total, items } = await this.deps.store.list(query);
    const groups: GroupWithMembers[] = [];
    for (const group of items) {
      groups.push(query.hasMembers ? await this.withMembers(group) : { ...group, members: [] });
    }
    return { total, items: groups };
  }

  async require(id: number): Promise<GroupWithMembers> {
    const group = await this.deps.store.find(id);
    if (!group) throw notFound();
    return this.withMembers(group);
  }

  async create(wanted: ScimGroup): Promise<GroupWithMembers> {
    const { store, clock } = this.deps;
    await this.requireFreeName(wanted.displayName, 0);
    const people = await this.readMembers(wanted);
    const now = clock.nowSec();
    const names = { name: wanted.displayName, externalId: wanted.externalId ?? '' };
    const id = await store.insert({ ...names, created: now, updated: now });
    await store.addMembers(
      id,
      people.map((user) => user.id),
    );
    await this.report(people);
    return this.require(id);
  }

  async replace(id: number, wanted: ScimGroup): Promise<GroupWithMembers> {
    const { store, clock } = this.deps;
    const before = await this.require(id);
    await this.requireFreeName(wanted.displayName, id);
    const known = new Set(before.members.map((member) => member.id));
    const ids = new Set((wanted.members ?? []).map(({ value }) => toId(value)));
    const added = await this.readMembers({
      members: wanted.members?.filter(({ value }) => !known.has(toId(value))),
    });
    const removed = [...known].filter((userId) => !ids.has(userId));
    const names = { name: wanted.displayName, externalId: wanted.externalId ?? '' };
    await store.update(id, { ...names, updated: clock.nowSec() });
    await store.removeMembers(id, removed);
    await store.addMembers(
      id,
      added.map((user) => user.id),
    );
    const isRenamed = wanted.displayName !== before.name;
    await this.reportIds(isRenamed ? [...known] : removed);
    await this.report(added);
    return this.require(id);
  }

  async remove(id: number): Promise<GroupWithMembers> {
    const group = await this.require(id);
    await this.deps.store.delete(id);
    await this.reportIds(group.members.map((member) => member.id));
    return group;
  }

  private async withMembers(group: StoredGroup): Promise<GroupWithMembers> {
    return { ...group, members: await this.deps.store.listMembers(group.id) };
  }

  private async readMembers({ members }: Pick<ScimGroup, 'members'>): Promise<User[]> {
    const people = new Map<number, User>();
    for (const { value } of members ?? []) {
      const managed = await this.deps.users.find(toId(value));
      if (!managed) throw new ScimError(400, 'invalidValue', `There is no user ${value}`);
      people.set(managed.user.id, managed.user);
    }
    return [...people.values()];
  }

  private async reportIds(userIds: readonly number[]): Promise<void> {
    for (const userId of userIds) {
      const managed = await this.deps.users.find(userId);
      if (managed) await this.deps.reportGroups(managed.user);
    }
  }

  private async report(people: readonly User[]): Promise<void> {
    for (const user of people) await this.deps.reportGroups(user);
  }

  private async requireFreeName(name: string, exceptId: number): Promise<void> {
    const other = await this.deps.store.findByName(name);
    if (other && other.id !== exceptId) {
      throw new ScimError(409, 'uniqueness', `There is already a group ${name}`);
    }
  }
}
