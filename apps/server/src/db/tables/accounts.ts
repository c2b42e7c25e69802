import type { AccessEndReason } from '@millrace/contract/vocabulary';
import type { Generated, Selectable } from 'kysely';
import type { Flag, TimeSec } from './columns.ts';

interface UsersTable {
  id: Generated<number>;
  login: string;
  email: string;
  name: string;
  company: string;
  avatar: string;
  machine: Flag;
  admin: Flag;
  active: Flag;
  /** Null where the account signs in through a forge or is a machine. */
  password_hash: string | null;
  token_hash: string;
  token_sealed: string;
  syncing: Flag;
  synced: TimeSec;
  created: TimeSec;
  updated: TimeSec;
  last_login: TimeSec;
  access_ended: Generated<TimeSec>;
  access_ended_reason: Generated<AccessEndReason | ''>;
  access_ended_detail: Generated<string>;
}

interface SessionsTable {
  /** SHA-256 of the cookie's value, so that a copy of the database opens no session. */
  id_hash: string;
  user_id: number;
  created: TimeSec;
  expires: TimeSec;
}

/** Kept by the limiter of sign-ins, where several servers share it. */
interface SignInAttemptsTable {
  key: string;
  points: number;
  /** In milliseconds. */
  expire: number | null;
}

/** Accounts of the forge, linked to accounts of this server. */
interface ForgeIdentitiesTable {
  user_id: number;
  forge: string;
  /** The forge's own id of it, which a new name does not change. */
  uid: string;
  /** Null when the forge has taken the access back. */
  tokens_sealed: string | null;
  /** Whether an administrator created the account before its first sign-in. */
  invited: Generated<Flag>;
  /** Time of the last background check at the forge. */
  checked: Generated<TimeSec>;
}

/** Accounts with their sessions and identities at the forge. */
export interface AccountTables {
  users: UsersTable;
  sessions: SessionsTable;
  sign_in_attempts: SignInAttemptsTable;
  forge_identities: ForgeIdentitiesTable;
}

export type UserRow = Selectable<UsersTable>;
export type ForgeIdentityRow = Selectable<ForgeIdentitiesTable>;
