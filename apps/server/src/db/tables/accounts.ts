import type { AccessEndReason, TokenScope } from '@millrace/contract/vocabulary';
import type { Generated, Selectable } from 'kysely';
import type { ExternalProvider } from '../../domain/external-person.ts';
import type { Flag, TimeSec } from './columns.ts';

interface UsersTable {
  id: Generated<number>;
  login: string;
  email: string;
  name: string;
  avatar: string;
  machine: Flag;
  admin: Flag;
  auditor: Generated<Flag>;
  active: Flag;
  /** Null if the account signs in through a forge or is a machine user. */
  password_hash: string | null;
  token_hash: string;
  token_sealed: string;
  syncing: Flag;
  synced: TimeSec;
  created: TimeSec;
  updated: TimeSec;
  last_login: TimeSec;
  unconfirmed: Generated<Flag>;
  access_ended: Generated<TimeSec>;
  access_ended_reason: Generated<AccessEndReason | ''>;
  access_ended_detail: Generated<string>;
}

interface SessionsTable {
  /** SHA-256 of the cookie value, so that a stolen copy of the database contains no usable session. */
  id_hash: string;
  user_id: number;
  expires: TimeSec;
  /** 0 for sessions of an earlier server. */
  created: Generated<TimeSec>;
  /** Last call, written once a minute at most. */
  last_seen: Generated<TimeSec>;
  /** Address and browser of that call. */
  address: Generated<string>;
  browser: Generated<string>;
  /** Session at the OpenID Connect provider; null if it names none. */
  provider_sid: Generated<string | null>;
}

/** Logout tokens of a provider, each of which is valid once. */
interface UsedLogoutTokensTable {
  /** SHA-256 of the id of the token, in hexadecimal. */
  id: string;
  expires: TimeSec;
}

/** Rows of the sign-in limiter, if several servers share it. */
interface SignInAttemptsTable {
  key: string;
  points: number;
  /** Expiry time in ms. */
  expire: number | null;
}

/** Accounts at the forge, linked to accounts of this server. */
interface ForgeIdentitiesTable {
  user_id: number;
  forge: string;
  /** Id of the account at the forge. It does not change if the account is renamed. */
  uid: string;
  /** Encrypted tokens; null if the forge has revoked the access. */
  tokens_sealed: string | null;
  /** Whether a system admin created the account before its first sign-in. */
  invited: Generated<Flag>;
  /** Time of the last background check at the forge. */
  checked: Generated<TimeSec>;
}

/** Accounts at an OpenID Connect provider or in an LDAP directory, linked to accounts of this server. */
interface ExternalIdentitiesTable {
  user_id: number;
  provider: ExternalProvider;
  /** Issuer of the subject; empty for LDAP, whose ids are unique everywhere. */
  issuer: string;
  /** Id at the provider. It does not change if the account is renamed. */
  subject: string;
  /** Time of the last background check. */
  checked: TimeSec;
}

/** Access tokens of accounts. */
interface AccessTokensTable {
  id: Generated<number>;
  user_id: number;
  name: string;
  /** SHA-256, in hexadecimal. */
  hash: string;
  scope: TokenScope;
  /** The only repository that it is valid for. */
  repo_id: number | null;
  created: TimeSec;
  /** 0 means never. */
  expires: TimeSec;
  /** 0 means not yet. */
  last_used: TimeSec;
}

/** Secrets of authenticator apps. */
interface TotpSecretsTable {
  user_id: number;
  /** Encrypted, in base32. */
  secret_sealed: string;
  /** Time step of the last code, which is valid once. */
  last_step: number;
  created: TimeSec;
}

/** Codes that replace one of the app, each once. */
interface RecoveryCodesTable {
  user_id: number;
  /** SHA-256, in hexadecimal. */
  hash: string;
}

/** Accounts that an identity provider manages by SCIM. */
interface ScimUsersTable {
  user_id: number;
  /** Name at the provider, in any case. */
  user_name: string;
  external_id: string;
}

interface ScimGroupsTable {
  id: Generated<number>;
  name: string;
  external_id: string;
  created: TimeSec;
  updated: TimeSec;
}

interface ScimMembersTable {
  group_id: number;
  user_id: number;
}

/** Accounts with their sessions, access tokens and identities at the forge. */
export interface AccountTables {
  users: UsersTable;
  sessions: SessionsTable;
  used_logout_tokens: UsedLogoutTokensTable;
  scim_users: ScimUsersTable;
  scim_groups: ScimGroupsTable;
  scim_members: ScimMembersTable;
  totp_secrets: TotpSecretsTable;
  recovery_codes: RecoveryCodesTable;
  sign_in_attempts: SignInAttemptsTable;
  access_tokens: AccessTokensTable;
  forge_identities: ForgeIdentitiesTable;
  external_identities: ExternalIdentitiesTable;
}

export type UserRow = Selectable<UsersTable>;
export type ForgeIdentityRow = Selectable<ForgeIdentitiesTable>;
