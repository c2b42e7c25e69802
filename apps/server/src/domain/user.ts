import type { AccessEndReason, AuditCredential } from '@millrace/contract/vocabulary';
import type { TokenLimits } from './token-limits.ts';

/** Unix seconds; 0 means "not yet". */
type TimeSec = number;

/** Reason why an account lost its access, with the forge's answer. */
export interface AccessEnd {
  reason: AccessEndReason;
  detail: string;
}

/** An account of a person or a program. */
export interface User {
  id: number;
  login: string;
  email: string;
  name: string;
  avatar: string;
  machine: boolean;
  /** Whether it is a system admin. */
  admin: boolean;
  /** Whether it may read everything administrative. */
  auditor: boolean;
  active: boolean;
  /** Null if the account signs in through a forge or is a machine user. */
  passwordHash: string | null;
  tokenHash: string;
  tokenSealed: string;
  /** Whether a sync of its repositories is running. */
  syncing: boolean;
  synced: TimeSec;
  created: TimeSec;
  updated: TimeSec;
  lastLogin: TimeSec;
  /**
   * Whether it was imported by its login alone. Logins change hands, so nobody can sign in to it at the forge or at a
   * provider until an admin has confirmed it.
   */
  unconfirmed: boolean;
  /** Time since which its sessions and token are invalid because the forge rejected the account. */
  accessEnded: TimeSec;
  accessEndedReason: AccessEndReason | '';
  /** Answer of the forge. */
  accessEndedDetail: string;
}

/** The account that makes a call. */
export interface Viewer extends User {
  /** Set if it calls with an access token. `admin` and `auditor` are then false unless the token allows it. */
  tokenLimits?: TokenLimits;
  /** How it has proved its identity. */
  credential?: AuditCredential;
}
