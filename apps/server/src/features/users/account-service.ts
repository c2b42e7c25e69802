import type { Holdings, NewUser, UserChange } from '@millrace/contract/api';
import { badRequest, conflict, notFound } from '@millrace/contract/api-errors';
import type { Clock } from '@millrace/node-kit/clock';
import { generatePassword } from '../../accounts/generate-password.ts';
import { OrganizationStore } from '../../accounts/organization-store.ts';
import type { UserService } from '../../accounts/user-service.ts';
import { UserStore } from '../../accounts/user-store.ts';
import type { Contributions } from '../../contributions.ts';
import { type AccountChange, refuseAccountChange } from '../../domain/account-rules.ts';
import { newApplicant } from '../../domain/applicant.ts';
import type { User } from '../../domain/user.ts';
import type { DeletionWish, Namespaces } from './namespaces.ts';

/** Creates, changes and deletes accounts, for system admins. */
export class AccountService {
  private readonly store: UserStore;
  private readonly users: UserService;
  private readonly namespaces: Namespaces;
  private readonly clock: Clock;
  /** True if users sign in with a password, false if they sign in at a forge. */
  private readonly hasPasswords: boolean;
  private readonly admit: Contributions['admitAccount'];

  constructor(
    store: UserStore,
    users: UserService,
    namespaces: Namespaces,
    clock: Clock,
    hasPasswords: boolean,
    admit: Contributions['admitAccount'],
  ) {
    this.admit = admit;
    this.hasPasswords = hasPasswords;
    this.store = store;
    this.users = users;
    this.namespaces = namespaces;
    this.clock = clock;
  }

  list(): Promise<User[]> {
    return this.store.list();
  }

  /**
   * Creates an account. A machine user authenticates with its token. A person signs in at the forge, or with
   * the returned password, which is shown only once.
   */
  async create(account: NewUser): Promise<{ user: User; password: string | null }> {
    const password = account.machine || !this.hasPasswords ? null : generatePassword();
    const wanted = {
      login: account.login,
      email: account.email?.trim() ?? '',
      admin: account.admin ?? false,
      machine: account.machine ?? false,
    };
    const admin = (await this.admit(newApplicant(wanted))) ?? wanted.admin;
    const user = await this.users.createAccount({
      ...wanted,
      admin,
      auditor: account.auditor ?? false,
      password,
      token: account.token ?? '',
    });
    return { user, password };
  }

  async update(actor: User, login: string, change: UserChange): Promise<User> {
    const { id } = await this.users.require(login);
    const { admin, auditor, active, unconfirmed } = change;
    const changes = {
      ...(admin === undefined ? {} : { admin }),
      ...(auditor === undefined ? {} : { auditor }),
      ...(active === undefined ? {} : { active }),
      ...(unconfirmed === undefined ? {} : { unconfirmed }),
      updated: this.clock.nowSec(),
    };
    return this.store.updateChecked(id, changes, (users) =>
      refuse(users, actor, id, { kind: 'update', admin, active }),
    );
  }

  async listHoldings(login: string): Promise<Holdings> {
    return this.namespaces.list((await this.users.require(login)).login);
  }

  async delete(actor: User, login: string, wish: DeletionWish): Promise<void> {
    const user = await this.users.require(login);
    await this.namespaces.deleteAccount(user, wish, async (trx) => {
      await refuse(new UserStore(trx), actor, user.id, { kind: 'delete' });
      const organizations = new OrganizationStore(trx);
      await organizations.lockOf(user.id);
      const owned = await organizations.listOnlyOwned(user.id);
      if (owned.length > 0) {
        const kind = owned.length > 1 ? 'organizations' : 'organization';
        throw conflict(
          `${user.login} is the only owner of the ${kind} ${owned.join(', ')}. Name another owner first`,
        );
      }
    });
  }
}

/** Throws if a rule prevents the change of an account, by the current state of all accounts. */
async function refuse(
  users: UserStore,
  actor: User,
  id: number,
  change: AccountChange,
): Promise<void> {
  const user = await users.findById(id);
  if (!user) throw notFound();
  const account = { id, isAdmin: user.admin, isActive: user.active };
  const reason = refuseAccountChange(actor, account, change, await users.countActiveAdmins());
  if (reason) throw badRequest(reason);
}
