import { badRequest, forbidden } from '@millrace/contract/api-errors';
import type { MayUsePassword } from '../../accounts/password-policy.ts';
import type { SignInGuard } from '../../accounts/sign-in-guard.ts';
import type { UserService } from '../../accounts/user-service.ts';
import type { User } from '../../domain/user.ts';

interface Deps {
  users: Pick<UserService, 'checkPassword'>;
  signInGuard: Pick<SignInGuard, 'check'>;
  mayUsePassword: MayUsePassword;
}

/** Checks the password of the signed-in account before its second factor changes. */
export class PasswordProofs {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /** @throws AppError if the account has no password, or it is wrong. That counts as an attempt to sign in. */
  async require(user: User, password: string, address: string): Promise<void> {
    const { users, signInGuard, mayUsePassword } = this.deps;
    if (!mayUsePassword(user.login)) throw forbidden('Sign-in with a password is switched off');
    if (user.passwordHash === null) {
      throw badRequest(`${user.login} does not sign in with a password`);
    }
    const isRight = await signInGuard.check(user.login, address, () =>
      users.checkPassword(user.login, password, address),
    );
    if (!isRight) throw badRequest('The password is wrong');
  }
}
