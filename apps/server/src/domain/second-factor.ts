import type { User } from './user.ts';

/** `missing`: the server requires a second factor, and the account has none yet. */
export type SecondFactorState = 'off' | 'on' | 'missing';

/** Secret for an authenticator app, as text and as an `otpauth:` URL for a QR code. */
export interface TotpProposal {
  secret: string;
  url: string;
}

/** Second factor of accounts that sign in with a password of this server. */
export interface SecondFactorChecks {
  stateOf: (user: User) => Promise<SecondFactorState>;
  /** Checks a code of the app or a recovery code, which is used up by that. Returns its kind, or null if it is wrong. */
  check: (user: User, code: string) => Promise<'totp' | 'recovery_code' | null>;
  propose: (user: User) => TotpProposal;
  /**
   * Stores a proposed secret, if the code is right. Returns the recovery codes, or null if the code is wrong.
   *
   * @throws AppError (409) if the account has a second factor already
   */
  setUp: (user: User, secret: string, code: string) => Promise<string[] | null>;
}
