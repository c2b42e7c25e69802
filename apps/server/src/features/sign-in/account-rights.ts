import { AppError } from '@millrace/contract/api-errors';
import type { Clock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import { isAllowed } from '../../accounts/allowed-accounts.ts';
import type { SessionStore } from '../../accounts/session-store.ts';
import type { UserStore } from '../../accounts/user-store.ts';
import type { AllowedAccounts } from '../../config/forge-settings.ts';
import type { AccessEnd, User } from '../../domain/user.ts';
import type { CheckedAccount } from '../../forges/forge.ts';

interface Deps {
  users: Pick<UserStore, 'findById' | 'markAccess'>;
  sessions: Pick<SessionStore, 'endAll'>;
  clock: Clock;
  logger: Logger;
  admins: readonly string[];
  allowed: AllowedAccounts;
}

/** Thrown if `MILLRACE_ALLOWED` does not include the account. */
export class NotAllowedError extends AppError {
  constructor(login: string) {
    super(403, `${login} is not allowed to have an account on this server`);
  }
}

/** Revokes the access of accounts that the forge or `MILLRACE_ALLOWED` no longer accepts, and restores it. */
export class AccountRights {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /** Ends all sessions, and makes the personal token invalid until {@link restore}. */
  async end(userId: number, end: AccessEnd): Promise<void> {
    const { users, sessions, clock, logger } = this.deps;
    const hasEnded = await users.markAccess(userId, end, clock.nowSec());
    if (!hasEnded) return;
    await sessions.endAll(userId);
    const login = (await users.findById(userId))?.login;
    logger.warn({ login, ...end }, 'The access of an account was revoked');
  }

  async restore(userId: number): Promise<void> {
    const { users, clock, logger } = this.deps;
    if (!(await users.markAccess(userId, null, clock.nowSec()))) return;
    const login = (await users.findById(userId))?.login;
    logger.info({ login }, 'The access of an account was restored');
  }

  /**
   * Revokes or restores the access of an account that the forge accepts, by `MILLRACE_ALLOWED`.
   *
   * @throws NotAllowedError if the account is not allowed
   */
  async apply({ id }: Pick<User, 'id'>, checked: CheckedAccount): Promise<void> {
    try {
      await this.requireAllowed(checked);
    } catch (error) {
      if (error instanceof NotAllowedError) {
        await this.end(id, { reason: 'not_allowed', detail: error.message });
      }
      throw error;
    }
    await this.restore(id);
  }

  async requireAllowed(checked: CheckedAccount): Promise<void> {
    if (!(await isAllowed(this.deps, checked))) throw new NotAllowedError(checked.account.login);
  }
}
