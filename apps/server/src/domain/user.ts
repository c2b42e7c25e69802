import type { AccessEndReason } from '@millrace/contract/vocabulary';
import type { TokenLimits } from './token-limits.ts';

/** Unix seconds; 0 means "not yet". */
type TimeSec = number;

/** Reason why an account has lost its rights, with the answer of the forge. */
export interface AccessEnd {
  reason: AccessEndReason;
  detail: string;
}

/** An account: of a person, or of a machine. */
export interface User {
  id: number;
  login: string;
  email: string;
  name: string;
  company: string;
  avatar: string;
  machine: boolean;
  /** A system admin. */
  admin: boolean;
  active: boolean;
  /** Null where the account signs in through a forge or is a machine. */
  passwordHash: string | null;
  tokenHash: string;
  tokenSealed: string;
  /** Its repositories are being read from the forge. */
  syncing: boolean;
  synced: TimeSec;
  created: TimeSec;
  updated: TimeSec;
  lastLogin: TimeSec;
  /** Time since which its sessions and token are invalid because the forge rejected the account. */
  accessEnded: TimeSec;
  accessEndedReason: AccessEndReason | '';
  /** Answer of the forge. */
  accessEndedDetail: string;
}

/** The account that makes a call. */
export interface Viewer extends User {
  /** Set if it calls with an access token. `admin` is then false unless the token allows it. */
  tokenLimits?: TokenLimits;
}
