import { badRequest, forbidden } from '@millrace/contract/api-errors';
import { generatePassword } from '../../accounts/generate-password.ts';
import type { MayUsePassword } from '../../accounts/password-policy.ts';
import type { SessionStore } from '../../accounts/session-store.ts';
import type { SignInGuard } from '../../accounts/sign-in-guard.ts';
import type { UserService } from '../../accounts/user-service.ts';
import type { User } from '../../domain/user.ts';

interface Deps {
  users: Pick<UserService, 'checkPassword' | 'setPassword'>;
  sessions: Pick<SessionStore, 'endAll' | 'endOthers'>;
  signInGuard: SignInGuard;
  mayUsePassword: MayUsePassword;
}

interface Caller {
  address: string;
  /** Undefined if the client uses a token. */
  sessionId: string | undefined;
}

/** Changes the password of the signed-in account, and resets those of other accounts. */
export class PasswordService {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /** Ends all sessions except the caller's. A wrong current password counts as an attempt to sign in. */
  async change(
    user: User,
    requested: { current: string; password: string },
    { address, sessionId }: Caller,
  ): Promise<void> {
    const { users, sessions, signInGuard } = this.deps;
    this.requirePasswordOf(user);
    const isRight = await signInGuard.check(user.login, address, () =>
      users.checkPassword(user.login, requested.current, address),
    );
    if (!isRight) throw badRequest('The current password is wrong');
    await users.setPassword(user, requested.password);
    await sessions.endOthers(user.id, sessionId);
  }

  /** Sets a generated password and returns it. It cannot be shown again, because only its hash is stored. */
  async reset(actor: User, user: User): Promise<{ user: User; password: string }> {
    this.requirePasswordOf(user);
    if (actor.id === user.id) {
      // Otherwise a stolen session would be enough to lock out the owner of the account.
      throw badRequest('Change your own password on your account page');
    }
    const password = generatePassword();
    await this.deps.users.setPassword(user, password);
    await this.deps.sessions.endAll(user.id);
    return { user, password };
  }

  private requirePasswordOf(user: User): void {
    if (!this.deps.mayUsePassword(user.login))
      throw forbidden('Sign-in with a password is switched off');
    if (user.passwordHash === null)
      throw badRequest(`${user.login} does not sign in with a password`);
  }
}
