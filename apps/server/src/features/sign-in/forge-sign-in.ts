import { badRequest, forbidden } from '@millrace/contract/api-errors';
import { forgeName } from '@millrace/contract/schemas';
import type { Clock } from '@millrace/node-kit/clock';
import type { UserService } from '../../accounts/user-service.ts';
import type { UserStore } from '../../accounts/user-store.ts';
import { newApplicant } from '../../domain/applicant.ts';
import type { User } from '../../domain/user.ts';
import type { ForgeAccount, SignedIn, ForgeSignIn as SignInPages } from '../../forges/forge.ts';
import type { AccountRights } from './account-rights.ts';
import type { Admissions } from './admissions.ts';
import type { PendingSignIns } from './pending-sign-ins.ts';
import type { RedirectSignIn } from './redirect-sign-in.ts';
import { unconfirmed } from './unconfirmed.ts';

interface Deps {
  pages: Extract<SignInPages, { kind: 'oauth' }>;
  users: UserService;
  userStore: UserStore;
  pendingSignIns: PendingSignIns;
  clock: Clock;
  rights: Pick<AccountRights, 'apply' | 'requireAllowed'>;
  admissions: Pick<Admissions, 'admit' | 'decide'>;
  admins: readonly string[];
}

/** Sign-in at the forge. A person who signs in for the first time gets an account. */
export class ForgeSignIn implements RedirectSignIn {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  async begin(returnTo: string): Promise<{ url: string; state: string; cookie: string }> {
    const { pages, pendingSignIns } = this.deps;
    const { pending, cookie } = pendingSignIns.begin(returnTo);
    const { state, verifier } = pending;
    return { url: await pages.authorizeUrl(state, verifier), state, cookie };
  }

  async end(
    answer: URLSearchParams,
    cookie: string | undefined,
  ): Promise<{ user: User; changes: { admin?: boolean }; returnTo: string }> {
    const { pages, pendingSignIns, rights, admissions } = this.deps;
    const { state, verifier, returnTo } = pendingSignIns.require(answer, cookie);
    const signedIn = await pages.exchange(answer, state, verifier);
    const { user, isInvited, isNew } = await this.findOrCreate(signedIn);
    if (!user.active) throw forbidden('Account is not active', 'account_inactive');
    await rights.apply(user, { ...signedIn, isInvited });
    const admitted = isNew ? { user, changes: {} } : await admissions.admit(user);
    await signedIn.keepAccess(user.id, isInvited);
    return { ...admitted, user: await this.refresh(admitted.user, signedIn.account), returnTo };
  }

  private async findOrCreate(
    signedIn: SignedIn,
  ): Promise<{ user: User; isInvited: boolean; isNew?: true }> {
    const { users, userStore, rights, admissions } = this.deps;
    const { account } = signedIn;
    const identity = await signedIn.findKnown();
    const known = identity && (await userStore.findById(identity.userId));
    if (known) return { user: known, isInvited: identity.isInvited };
    requireForgeLogin(account.login);
    const named = await userStore.findByLogin(account.login);
    if (named?.unconfirmed) throw unconfirmed(named.login);
    if (named) {
      // An administrator created this account for the person. An account with a password or another identity
      // belongs to somebody else.
      if (!named.machine && named.passwordHash === null && !(await signedIn.isTaken(named.id))) {
        return { user: named, isInvited: true };
      }
      await this.makeRoom(named, signedIn);
    }
    await rights.requireAllowed({ ...signedIn, isInvited: false });
    const { login, email, avatar } = account;
    const admin = await admissions.decide(newApplicant({ login, email, avatar }));
    const user = await users.createAccount({ login, password: null, email, admin });
    return { user, isInvited: false, isNew: true };
  }

  /** Renames an account whose old login at the forge now belongs to another account. */
  private async makeRoom(named: User, signedIn: SignedIn): Promise<void> {
    const { userStore } = this.deps;
    const login = await signedIn.findLoginOf(named.id);
    if (!login || login === named.login || (await userStore.isLoginTaken(login, named.id))) {
      throw forbidden(
        `The login ${named.login} belongs to another account on this server. Please ask an administrator.`,
        'already_exists',
      );
    }
    await userStore.update(named.id, { login });
  }

  /** Updates the account from the forge. Name and email are only set if they are empty. */
  private async refresh(user: User, account: ForgeAccount): Promise<User> {
    const { userStore, clock, admins } = this.deps;
    const isRenamed = user.login !== account.login;
    const isFree = isRenamed && !(await userStore.isLoginTaken(account.login, user.id));
    const becomesAdmin = !user.admin && admins.includes(account.login.toLowerCase());
    return userStore.update(user.id, {
      avatar: account.avatar,
      lastLogin: clock.nowSec(),
      ...(isFree ? { login: account.login } : {}),
      ...(user.email ? {} : { email: account.email }),
      ...(user.name ? {} : { name: account.name }),
      ...(becomesAdmin ? { admin: true } : {}),
    });
  }
}

function requireForgeLogin(login: string): void {
  const { error } = forgeName.safeParse(login);
  if (error) throw badRequest(`The forge sends an invalid login: ${error.issues[0]?.message}`);
}
