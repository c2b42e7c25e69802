import { AppError, ServiceError } from '@millrace/contract/api-errors';
import type { Logger } from '@millrace/node-kit/logger';
import type { UserStore } from '../../accounts/user-store.ts';
import type { Contributed } from '../../contributions.ts';
import type { Applicant } from '../../domain/applicant.ts';
import type { User } from '../../domain/user.ts';
import { askFirst } from '../../shared/ask.ts';

interface Deps {
  contributed: Pick<Contributed, 'admitAccount'>;
  userStore: Pick<UserStore, 'update'>;
  logger: Logger;
  /** Returns whether an account stays a system admin, whatever an extension says. */
  isFixedAdmin: (login: string) => boolean;
}

/** Asks the admission extensions at each sign-in and registration. */
export class Admissions {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /**
   * Returns whether the account is a system admin from now on. Without a decision of an extension, the role of
   * the applicant stays.
   *
   * @throws AppError with a message for the person who may not sign in
   */
  async decide(applicant: Applicant): Promise<boolean> {
    const { contributed, logger, isFixedAdmin } = this.deps;
    try {
      const admin = (await askFirst(contributed.admitAccount, applicant)) ?? applicant.admin;
      return admin || (applicant.admin && isFixedAdmin(applicant.login));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      // The address of the extension is not for people who have not signed in.
      logger.error({ login: applicant.login, err: error }, 'A sign-in could not be checked');
      throw new AppError(
        502,
        'An extension of this server that checks sign-ins is unavailable. Please try again, or ask an administrator.',
      );
    }
  }

  /** Stores the decision about an existing account. Returns the account, and its changes for the audit log. */
  async admit(user: User): Promise<{ user: User; changes: { admin?: boolean } }> {
    const admin = await this.decide(user);
    if (admin === user.admin) return { user, changes: {} };
    return { user: await this.deps.userStore.update(user.id, { admin }), changes: { admin } };
  }
}
