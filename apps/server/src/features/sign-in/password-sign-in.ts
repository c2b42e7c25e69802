import { type AppError, forbidden } from '@millrace/contract/api-errors';
import type { SignInGuard } from '../../accounts/sign-in-guard.ts';
import type { UserService } from '../../accounts/user-service.ts';
import type { ExternalPerson } from '../../domain/external-person.ts';
import type { User } from '../../domain/user.ts';
import type { Admissions } from './admissions.ts';
import { DirectoryAwayError } from './directory-away-error.ts';
import type { ExternalAccounts } from './external-accounts.ts';
import type { LdapDirectory } from './ldap-directory.ts';
import type { SignedInUser } from './session-replies.ts';

interface Deps {
  users: Pick<UserService, 'checkPassword'>;
  signInGuard: Pick<SignInGuard, 'check'>;
  /** Null if only passwords of this server are valid. */
  directory: Pick<LdapDirectory, 'authenticate'> | null;
  /** Accounts of the directory's users. */
  accounts: Pick<ExternalAccounts, 'admit'>;
  admissions: Pick<Admissions, 'admit'>;
  firstAdmin: string;
}

interface Attempt {
  login: string;
  password: string;
  /** Address of the client. */
  address: string;
}

type Proof = { user: User } | { person: ExternalPerson };

/** Sign-in with a password of this server or of the LDAP directory. */
export class PasswordSignIn {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /** @throws AppError with a message for the person; TooManyError if nothing was checked */
  async signIn(attempt: Attempt): Promise<SignedInUser> {
    const { signInGuard, accounts, admissions } = this.deps;
    const failure: { reason: AppError } = { reason: forbidden('Invalid username or password') };
    const proof = await signInGuard.check(attempt.login, attempt.address, async () => {
      try {
        return await this.prove(attempt);
      } catch (error) {
        if (!(error instanceof DirectoryAwayError)) throw error;
        // Counts as an attempt: the local password was wrong.
        failure.reason = error;
        return null;
      }
    });
    if (!proof) throw failure.reason;
    if ('person' in proof) {
      return { ...(await accounts.admit(proof.person)), credential: 'ldap' };
    }
    const { user } = proof;
    if (user.machine) throw forbidden('Machine account login is forbidden');
    if (!user.active) throw forbidden('Account is not active', 'account_inactive');
    return { ...(await admissions.admit(user)), credential: 'password' };
  }

  /** Checks the local password first, so that it works while the directory is away. */
  private async prove({ login, password, address }: Attempt): Promise<Proof | null> {
    const { users, directory, firstAdmin } = this.deps;
    const user = await users.checkPassword(login, password, address);
    if (user) return { user };
    // Mistyped passwords of the first admin are not sent to the directory.
    if (!directory || login.toLowerCase() === firstAdmin.toLowerCase()) return null;
    const person = await directory.authenticate(login, password, address);
    return person && { person };
  }
}
