import { AppError, RetryLaterError } from '@millrace/contract/api-errors';

/** The forge is not available, too slow or rate limiting this server. */
export class ForgeAwayError extends RetryLaterError {
  constructor(message = 'The forge is not available, please try again', retryAfterSec = 10) {
    super(503, message, retryAfterSec, { code: 'forge_unavailable' });
  }
}

/** No account has access to the repository, so the forge cannot be called for it. */
export class NobodyHasAccessError extends ForgeAwayError {
  constructor(slug: string) {
    super(
      `No account here has access to ${slug} at the forge: an account with access must sign in again`,
    );
  }
}

/** The account has lost its access to the forge. The person must sign in again. */
export class ForgeSignInError extends AppError {
  constructor(message = 'The access to the forge has ended, please sign in again') {
    super(409, message, { code: 'forge_sign_in' });
  }
}

/** The forge has blocked the account. Signing in works only after it is unblocked. */
export class AccountBlockedError extends ForgeSignInError {
  /** Error message of the forge. */
  readonly detail: string;

  constructor(detail: string) {
    super('The forge has blocked this account');
    this.detail = detail;
  }
}

/** The forge rejected the call. Retrying, or another account, does not help. */
export class ForgeRefusedError extends AppError {
  /** HTTP status of the forge's response. */
  readonly forgeStatus: number;

  constructor(forgeStatus: number, reason: string) {
    super(forgeStatus === 403 ? 403 : 400, `The forge refused: ${reason}`, {
      code: 'forge_refused',
    });
    this.forgeStatus = forgeStatus;
  }
}

/** The forge does not accept this token. */
export class TokenRefusedError extends Error {
  override name = 'TokenRefusedError';
}
