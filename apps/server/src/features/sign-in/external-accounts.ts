import { AppError, forbidden } from '@millrace/contract/api-errors';
import { newLogin } from '@millrace/contract/schemas';
import type { Clock } from '@millrace/node-kit/clock';
import type { UserService } from '../../accounts/user-service.ts';
import type { UserStore } from '../../accounts/user-store.ts';
import type { AuditValue } from '../../audit/audit-log.ts';
import type { AccountRules } from '../../config/account-rules.ts';
import { type Applicant, newApplicant } from '../../domain/applicant.ts';
import type { ExternalPerson, ExternalProvider } from '../../domain/external-person.ts';
import type { User } from '../../domain/user.ts';
import type { AccountRights } from './account-rights.ts';
import type { Admissions } from './admissions.ts';
import type { ExternalIdentityStore } from './external-identity-store.ts';
import { unconfirmed } from './unconfirmed.ts';

interface Deps {
  users: Pick<UserService, 'createAccount'>;
  userStore: Pick<UserStore, 'findById' | 'findByLogin' | 'update'>;
  identities: Pick<ExternalIdentityStore, 'findUserId' | 'find' | 'link'>;
  rights: Pick<AccountRights, 'end' | 'restore'>;
  clock: Pick<Clock, 'nowSec'>;
  admissions: Pick<Admissions, 'decide'>;
  rules: AccountRules;
  /** Login of the first admin, whose account no other person can get. */
  firstAdmin: string;
  /** Passes the groups of a person on to what depends on them. */
  reportGroups: (
    user: Pick<User, 'id' | 'login'>,
    provider: ExternalProvider,
    groups: readonly string[],
  ) => Promise<void>;
  /** Returns whether repositories, secrets or templates exist in a namespace. */
  isNamespaceUsed: (namespace: string) => Promise<boolean>;
}

/** Account of a person, and what the sign-in changed about it, for the audit log. */
export interface Admission {
  user: User;
  changes: Record<string, AuditValue>;
}

/** Finds, links or creates the account of a person whose identity a provider has proved. */
export class ExternalAccounts {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /** @throws AppError with a message for the person who may not sign in */
  async admit(person: ExternalPerson): Promise<Admission> {
    const { identities, userStore, rights, admissions } = this.deps;
    requireSubject(person);
    const userId = await identities.findUserId(person);
    const known = userId === undefined ? undefined : await userStore.findById(userId);
    if (!this.isAllowed(person)) {
      // Leaves the teams as well, so that the account is no longer in their lists.
      if (known) await this.report(known, person);
      throw await this.revoke(person, known);
    }
    if (known) {
      requireActive(known);
      const admin = await admissions.decide(this.applyGroups(known, person));
      await rights.restore(known.id);
      return this.refresh(known, person, admin, {});
    }
    const named = await userStore.findByLogin(this.readLogin(person));
    return named ? this.link(named, person) : this.create(person);
  }

  /** Applies the groups of a person to the account between sign-ins. */
  async recheck(user: User, person: ExternalPerson): Promise<void> {
    await this.report(user, person);
    if (!this.isAllowed(person)) {
      await this.revoke(person, user);
      return;
    }
    await this.deps.rights.restore(user.id);
    const admin = this.findAdminChange(user, person);
    if (admin !== undefined) await this.deps.userStore.update(user.id, { admin });
  }

  /** Revokes the access of an account whose person the provider no longer lists. */
  async leave(user: User, provider: ExternalProvider): Promise<void> {
    const detail = `${user.login} is not in the LDAP directory`;
    await this.deps.rights.end(user.id, { reason: 'not_in_directory', detail });
    await this.deps.reportGroups(user, provider, []);
  }

  private report(user: User, { provider, groups }: ExternalPerson): Promise<void> {
    return this.deps.reportGroups(user, provider, groups);
  }

  private isAllowed(person: ExternalPerson): boolean {
    const { allowedGroups } = this.deps.rules;
    return allowedGroups.length === 0 || isMember(person, allowedGroups);
  }

  /** Revokes the access of an account that has left the allowed groups. Returns the error for the person. */
  private async revoke(person: ExternalPerson, user: User | undefined): Promise<AppError> {
    const login = user?.login ?? person.login;
    const detail = `${login} is in none of the groups that may use this server`;
    if (user) await this.deps.rights.end(user.id, { reason: 'not_in_groups', detail });
    return forbidden(detail);
  }

  /**
   * Links an existing account. It belongs to the person if an administrator said so with the setting, or
   * created it without a password and nobody has used it. Otherwise, an equal login proves nothing: it can
   * change at the provider.
   */
  private async link(named: User, person: ExternalPerson): Promise<Admission> {
    const { userStore, identities, rules, admissions } = this.deps;
    const linked = await identities.find(named.id, person.provider);
    const isInvited = named.passwordHash === null && named.lastLogin === 0;
    const isProtected = named.machine || named.admin || this.isFirstAdmin(named.login);
    const isTaken = linked?.issuer === person.issuer;
    if (isAddress(person) && !rules.loginDomain) {
      throw forbidden(
        `The login ${named.login} belongs to another account on this server. Logins that are email addresses are not ` +
          `linked until an administrator sets MILLRACE_${person.provider.toUpperCase()}_LOGIN_DOMAIN.`,
      );
    }
    if (named.unconfirmed && !rules.linksAccounts) throw unconfirmed(named.login);
    if (isProtected || isTaken || !(isInvited || rules.linksAccounts)) {
      throw takenLogin(named.login);
    }
    requireActive(named);
    const admin = await admissions.decide(this.applyGroups(named, person));
    if (!(await identities.link(named.id, person))) throw takenLogin(named.login);
    // Otherwise the old password would still work after the provider has removed the person.
    const user = await userStore.update(named.id, { passwordHash: null, unconfirmed: false });
    return this.refresh(user, person, admin, { account: 'linked' });
  }

  private async create(person: ExternalPerson): Promise<Admission> {
    const { users, identities, rules, admissions, isNamespaceUsed } = this.deps;
    const login = this.readLogin(person);
    if (!rules.createsAccounts) {
      throw forbidden(`${login} has no account on this server. Please ask an administrator.`);
    }
    // The owner of a namespace may read its secrets.
    if (this.isFirstAdmin(login) || (await isNamespaceUsed(login))) throw takenLogin(login);
    const { email } = person;
    const admin = await admissions.decide(this.applyGroups(newApplicant({ login, email }), person));
    const user = await users.createAccount({ login, password: null, email });
    if (!(await identities.link(user.id, person))) throw takenLogin(login);
    return this.refresh(user, person, admin, { account: 'created' });
  }

  /** Updates the account. The login stays, because repositories are named after it. */
  private async refresh(
    user: User,
    person: ExternalPerson,
    admin: boolean,
    changes: Admission['changes'],
  ): Promise<Admission> {
    const { userStore, clock } = this.deps;
    await this.report(user, person);
    const roles: { admin: boolean } | Record<string, never> = admin === user.admin ? {} : { admin };
    const updated = await userStore.update(user.id, {
      lastLogin: clock.nowSec(),
      ...(user.email ? {} : { email: person.email }),
      ...(user.name ? {} : { name: person.name }),
      ...roles,
    });
    return { user: updated, changes: { ...changes, ...roles } };
  }

  /** Returns the account with the role that the groups give it, which an admission extension may change. */
  private applyGroups<Account extends Applicant>(
    account: Account,
    person: ExternalPerson,
  ): Account {
    return { ...account, admin: this.findAdminChange(account, person) ?? account.admin };
  }

  /** Returns whether an account becomes a system admin (true) or loses this role (false), if it changes. */
  private findAdminChange(
    user: Pick<User, 'login' | 'admin'>,
    person: ExternalPerson,
  ): boolean | undefined {
    const { adminGroups } = this.deps.rules;
    if (adminGroups.length === 0 || this.isFirstAdmin(user.login)) return undefined;
    const isAdmin = isMember(person, adminGroups);
    return isAdmin === user.admin ? undefined : isAdmin;
  }

  /**
   * Returns the login for an account, in lower case. Providers often use email addresses as logins. Persons of several
   * domains may then have the same login, so an admin can limit it to one domain.
   */
  private readLogin(person: ExternalPerson): string {
    const { loginDomain } = this.deps.rules;
    const [name = '', ...domain] = person.login.split('@');
    if (isAddress(person) && loginDomain && domain.join('@').toLowerCase() !== loginDomain) {
      throw forbidden(`"${person.login}" is not an address of ${loginDomain}`);
    }
    // Checked in its own case: some letters become those of another login in lower case.
    const checked = newLogin.safeParse(name);
    const inLowerCase = newLogin.safeParse(name.toLowerCase());
    const failed = [checked, inLowerCase].find(({ success }) => !success);
    if (!failed) return name.toLowerCase();
    throw new AppError(
      400,
      `The login "${person.login}" is not possible here: ${failed.error?.issues[0]?.message}. Please ask an administrator.`,
    );
  }

  private isFirstAdmin(login: string): boolean {
    return login.toLowerCase() === this.deps.firstAdmin.toLowerCase();
  }
}

function isMember({ groups }: ExternalPerson, wanted: readonly string[]): boolean {
  return groups.some((group) => wanted.includes(group));
}

function requireActive({ active }: User): void {
  if (!active) throw forbidden('Account is not active', 'account_inactive');
}

function isAddress({ login }: ExternalPerson): boolean {
  return login.includes('@');
}

/** An empty subject would be the same for all persons without one. */
function requireSubject({ subject }: ExternalPerson): void {
  if (/^[^\p{C}]{1,255}$/u.test(subject.trim())) return;
  throw forbidden(
    'The sign-in provider sent no usable id of the person. Please ask an administrator.',
  );
}

function takenLogin(login: string): AppError {
  return forbidden(
    `The login ${login} belongs to another account on this server. Please ask an administrator.`,
    'already_exists',
  );
}
