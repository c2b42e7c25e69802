import { AppError, RetryLaterError } from '../../shared/errors.ts';

/** The forge cannot be asked now: it is away, too slow, or wants to be left alone for a while. */
export class ForgeAwayError extends RetryLaterError {
  constructor(message = 'The forge is not available, please try again', retryAfterSec = 10) {
    super(503, message, retryAfterSec);
  }
}

/** No account here has access to the repository: the forge cannot be asked about it. */
export class NobodyHasAccessError extends ForgeAwayError {
  constructor(slug: string) {
    super(
      `No account here has access to ${slug} at the forge: an account with access must sign in again`,
    );
  }
}

/** The account's access to the forge is gone: only signing in again helps. */
export class ForgeSignInError extends AppError {
  constructor(message = 'The access to the forge has ended, please sign in again') {
    super(409, message);
  }
}

/** The forge has blocked the account: signing in again does not help before it is unblocked. */
export class AccountBlockedError extends ForgeSignInError {
  /** Answer of the forge. */
  readonly detail: string;

  constructor(detail: string) {
    super('The forge has blocked this account');
    this.detail = detail;
  }
}

/** The forge refuses what it was asked for, whoever asks again. */
export class ForgeRefusedError extends AppError {
  /** Answer of the forge. */
  readonly forgeStatus: number;

  constructor(forgeStatus: number, reason: string) {
    super(forgeStatus === 403 ? 403 : 400, `The forge refused: ${reason}`);
    this.forgeStatus = forgeStatus;
  }
}

/** The forge does not accept this token. */
export class TokenRefusedError extends Error {
  override name = 'TokenRefusedError';
}
