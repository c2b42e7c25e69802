import { notFound } from '@millrace/contract/api-errors';
import type { Clock } from '@millrace/node-kit/clock';
import type { SessionStore } from '../../accounts/session-store.ts';
import type { UserService } from '../../accounts/user-service.ts';
import type { UserStore } from '../../accounts/user-store.ts';
import { refuseAccountChange } from '../../domain/account-rules.ts';
import type { User } from '../../domain/user.ts';
import { loginOf } from './login-of.ts';
import type { ScimQuery } from './read-query.ts';
import { ScimError } from './scim-error.ts';
import type { ScimGroupStore } from './scim-group-store.ts';
import type { ScimUser } from './scim-schemas.ts';
import type { ManagedUser, ScimUserStore } from './scim-user-store.ts';

interface Deps {
  store: ScimUserStore;
  groups: Pick<ScimGroupStore, 'removeUser'>;
  users: Pick<UserService, 'createAccount' | 'findByLogin'>;
  userStore: Pick<UserStore, 'update' | 'updateChecked'>;
  sessions: Pick<SessionStore, 'endAll'>;
  clock: Pick<Clock, 'nowSec'>;
  /** Login of the first admin, whom no provider manages. */
  firstAdmin: string;
  /** Domain of user names that are addresses; empty for any. */
  loginDomain: string;
  isNamespaceUsed: (namespace: string) => Promise<boolean>;
  /** Passes the groups of an account on to its teams. */
  reportGroups: (user: User) => Promise<void>;
}

/** Creates, changes and deactivates accounts as the identity provider says. */
export class ScimUsers {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  list(query: ScimQuery) {
    return this.deps.store.list(query);
  }

  async require(id: number): Promise<ManagedUser> {
    const managed = await this.deps.store.find(id);
    if (!managed) throw notFound();
    return managed;
  }

  /** Creates an account, or begins to manage one that nobody signs in to with a password of this server. */
  async create(wanted: ScimUser): Promise<ManagedUser> {
    const { store, users } = this.deps;
    await this.requireFreeName(wanted.userName, 0);
    const login = loginOf(wanted.userName, this.deps.loginDomain);
    const known = await users.findByLogin(login);
    if (known) await this.requireAdoptable(known);
    // The owner of a namespace may read its secrets.
    else if (this.isFirstAdmin(login) || (await this.deps.isNamespaceUsed(login))) {
      throw takenLogin(login);
    }
    const user = known ?? (await users.createAccount({ login, password: null }));
    await store.put(user.id, namesOf(wanted));
    await this.write(user, { ...wanted, active: wanted.active ?? true });
    return this.require(user.id);
  }

  /** Replaces the attributes of an account. Its login stays, because repositories are named after it. */
  async replace(id: number, wanted: ScimUser): Promise<ManagedUser> {
    const { user } = await this.require(id);
    await this.requireFreeName(wanted.userName, id);
    await this.deps.store.put(id, namesOf(wanted));
    await this.write(user, wanted);
    return this.require(id);
  }

  /** Deactivates an account, and ends to manage it. What it owns stays until a system admin deletes it. */
  async remove(id: number): Promise<void> {
    const { store, groups, reportGroups } = this.deps;
    const { user } = await this.require(id);
    await this.setActive(user, false);
    await groups.removeUser(id);
    await reportGroups(user);
    await store.delete(id);
  }

  private async write(user: User, { active, ...wanted }: ScimUser): Promise<void> {
    const { userStore, clock } = this.deps;
    const name = nameOf(wanted) ?? user.name;
    const email = emailOf(wanted) ?? user.email;
    if (name !== user.name || email !== user.email) {
      await userStore.update(user.id, { name, email, updated: clock.nowSec() });
    }
    if (typeof active === 'boolean') await this.setActive(user, active);
  }

  /** Ends the sessions of an account that becomes inactive. Its streams, terminals and tokens end by its state. */
  private async setActive({ id, active: isActive, admin }: User, active: boolean): Promise<void> {
    const { userStore, sessions, clock } = this.deps;
    if (active === isActive) return;
    const changes = { active, updated: clock.nowSec() };
    await userStore.updateChecked(id, changes, async (users) => {
      const provider = { id: 0 };
      const account = { id, isAdmin: admin, isActive };
      const admins = await users.countActiveAdmins();
      const reason = refuseAccountChange(provider, account, { kind: 'update', active }, admins);
      if (reason) throw new ScimError(400, 'mutability', reason);
    });
    if (!active) await sessions.endAll(id);
  }

  private async requireFreeName(userName: string, exceptId: number): Promise<void> {
    const other = await this.deps.store.findByName(userName);
    if (other && other.user.id !== exceptId) {
      throw new ScimError(409, 'uniqueness', `The userName ${userName} is taken`);
    }
  }

  private async requireAdoptable(user: User): Promise<void> {
    const isManaged = (await this.deps.store.find(user.id)) !== undefined;
    const isOwn = user.machine || user.passwordHash !== null || this.isFirstAdmin(user.login);
    if (isManaged || isOwn) throw takenLogin(user.login);
  }

  private isFirstAdmin(login: string): boolean {
    return login.toLowerCase() === this.deps.firstAdmin.toLowerCase();
  }
}

function takenLogin(login: string): ScimError {
  return new ScimError(
    409,
    'uniqueness',
    `The login ${login} belongs to an account of this server, a machine or a namespace`,
  );
}

function namesOf({ userName, externalId }: ScimUser) {
  return { userName, externalId: externalId ?? '' };
}

function nameOf({ displayName, name }: Omit<ScimUser, 'active'>): string | undefined {
  const parts = [name?.givenName, name?.familyName].filter(Boolean).join(' ');
  return displayName || name?.formatted || parts || undefined;
}

function emailOf({ emails }: Omit<ScimUser, 'active'>): string | undefined {
  return (emails?.find(({ primary }) => primary) ?? emails?.[0])?.value;
}
