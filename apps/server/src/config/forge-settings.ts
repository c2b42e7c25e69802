import { StartError } from '@millrace/node-kit/start-error';
import {
  type Environment,
  readChoice,
  readList,
  readText,
  readUrl,
  readWhole,
} from './read-variable.ts';

const remoteForgeKinds = ['gitea', 'github', 'gitlab', 'bitbucket'] as const;
export type RemoteForgeKind = (typeof remoteForgeKinds)[number];

/** Remote forge that authenticates accounts and hosts their repositories. */
export interface RemoteForgeSettings {
  kind: RemoteForgeKind;
  /** Base URL of the forge's pages, without a trailing slash. */
  url: string;
  /** Start of the clone URLs with SSH, without a trailing slash; undefined for the usual ones. */
  sshUrl: string | undefined;
  /** Address of this server for the forge's webhooks; undefined for its public address. */
  hookUrl: string | undefined;
  clientId: string;
  clientSecret: string;
  /** Account that clones for all builds; null for the account that is linked to each repository. */
  cloneAccount: { login: string; password: string } | null;
}

/** Accounts that may sign in: everyone, or these logins and the members of these organizations. */
export type AllowedAccounts = 'everyone' | { logins: string[]; organisations: string[] };

export interface ForgeSettings {
  /** Null if this server hosts the repositories. */
  remote: RemoteForgeSettings | null;
  /** Logins that become system admins when they first sign in. */
  admins: string[];
  allowed: AllowedAccounts;
  /** Prefix of the context of commit statuses; null for Millrace's own contexts. */
  statusName: string | null;
  /** Whether commits without a build get a commit status. */
  reportsSkipped: boolean;
  /** Whether a commit whose build changes the pipeline file gets a second commit status. */
  reportsFileChanges: boolean;
  /** Whether accounts may sign in with a password of this server. */
  passwordSignIn: boolean;
  /** Background checks of accounts and of repositories per minute. */
  checks: { maxPerMinute: number };
}

const publicUrls: Partial<Record<RemoteForgeKind, string>> = {
  github: 'https://github.com',
  gitlab: 'https://gitlab.com',
  bitbucket: 'https://bitbucket.org',
};

export function readForgeSettings(env: Environment): ForgeSettings {
  return {
    remote: readRemoteForge(env),
    admins: readList(env, 'MILLRACE_ADMINS').map(lowerCase),
    allowed: readAllowed(env),
    statusName: readStatusName(env),
    reportsFileChanges:
      readChoice(env, 'MILLRACE_PIPELINE_FILE_STATUSES', ['true', 'false']) === 'true',
    reportsSkipped: readChoice(env, 'MILLRACE_SKIPPED_STATUSES', ['true', 'false']) === 'true',
    passwordSignIn: readPasswordSignIn(env),
    checks: { maxPerMinute: readWhole(env, 'MILLRACE_FORGE_CHECKS_PER_MINUTE', 600, 1, 100_000) },
  };
}

function readRemoteForge(env: Environment): RemoteForgeSettings | null {
  const kind = readChoice(env, 'MILLRACE_FORGE', ['builtin', ...remoteForgeKinds]);
  if (kind === 'builtin') {
    const left = ['URL', 'CLIENT_ID', 'CLIENT_SECRET'].find(
      (name) => env[`MILLRACE_FORGE_${name}`],
    );
    if (!left) return null;
    throw new StartError(
      `MILLRACE_FORGE_${left} is set, so set MILLRACE_FORGE too, to ${remoteForgeKinds.join(', ')}.`,
    );
  }
  const url = readUrl(env, 'MILLRACE_FORGE_URL') ?? publicUrls[kind];
  if (!url) {
    throw new StartError(
      `MILLRACE_FORGE is ${kind}, so set MILLRACE_FORGE_URL to its address, as https://git.example.com.`,
    );
  }
  if (kind === 'bitbucket' && url !== publicUrls.bitbucket && !isLoopback(url)) {
    throw new StartError(
      'MILLRACE_FORGE_URL cannot be set for bitbucket: only bitbucket.org is supported.',
    );
  }
  if (!env.MILLRACE_URL) {
    throw new StartError(
      `MILLRACE_FORGE is ${kind}, so set MILLRACE_URL to the address at which ${url} and browsers reach this server.`,
    );
  }
  return {
    kind,
    url,
    sshUrl: readSshUrl(env),
    hookUrl: readUrl(env, 'MILLRACE_HOOK_URL'),
    clientId: requireClient(env, kind, 'MILLRACE_FORGE_CLIENT_ID'),
    clientSecret: requireClient(env, kind, 'MILLRACE_FORGE_CLIENT_SECRET'),
    cloneAccount: readCloneAccount(env),
  };
}

function readCloneAccount(env: Environment): RemoteForgeSettings['cloneAccount'] {
  const login = readText(env, 'MILLRACE_GIT_USERNAME')?.trim();
  const password = readText(env, 'MILLRACE_GIT_PASSWORD')?.trim();
  if (!login && !password) return null;
  if (login && password) return { login, password };
  const missing = login ? 'MILLRACE_GIT_PASSWORD' : 'MILLRACE_GIT_USERNAME';
  throw new StartError(`Set ${missing} too: the account for clones needs both.`);
}

function readSshUrl(env: Environment): string | undefined {
  const text = readText(env, 'MILLRACE_FORGE_SSH_URL')?.trim();
  if (!text) return undefined;
  if (URL.parse(text)?.protocol !== 'ssh:') {
    throw new StartError(
      `MILLRACE_FORGE_SSH_URL must be as in ssh://git@git.example.com:2222, not "${text}".`,
    );
  }
  return text.replace(/\/+$/, '');
}

/** Tests run a stub of Bitbucket on this address. */
function isLoopback(url: string): boolean {
  return new URL(url).hostname === '127.0.0.1';
}

function requireClient(env: Environment, kind: RemoteForgeKind, name: string): string {
  const value = readText(env, name)?.trim();
  if (value) return value;
  throw new StartError(
    `MILLRACE_FORGE is ${kind}, so set ${name} to what ${kind} shows for the OAuth application of this server.`,
  );
}

/** Reads `everyone`, or a list of names: `ada, org:engines`. */
function readAllowed(env: Environment): AllowedAccounts {
  const names = readList(env, 'MILLRACE_ALLOWED').map(lowerCase);
  if (names.length === 0 || names.includes('everyone')) return 'everyone';
  const organisation = 'org:';
  return {
    logins: names.filter((name) => !name.startsWith(organisation)),
    organisations: names
      .filter((name) => name.startsWith(organisation))
      .map((name) => name.slice(organisation.length)),
  };
}

function readStatusName(env: Environment): string | null {
  const name = readText(env, 'MILLRACE_STATUS_NAME')?.trim();
  if (!name) return null;
  if (/^[\w./-]{1,100}$/.test(name)) return name;
  throw new StartError(
    `MILLRACE_STATUS_NAME must be letters, digits, dots, dashes, underscores and slashes, not "${name}".`,
  );
}

/**
 * Without passwords, users sign in only at the forge, so an admin must be configured. With an OpenID Connect
 * provider or an LDAP directory, the first admin keeps the password.
 */
function readPasswordSignIn(env: Environment): boolean {
  const name = 'MILLRACE_PASSWORD_SIGN_IN';
  if (readChoice(env, name, ['on', 'off']) === 'on') return true;
  if (env.MILLRACE_OIDC_ISSUER?.trim() || env.MILLRACE_LDAP_URL?.trim()) return false;
  for (const needed of ['MILLRACE_FORGE', 'MILLRACE_ADMINS']) {
    if (!env[needed]?.trim() || env[needed] === 'builtin') {
      throw new StartError(
        `${name} is off, so set ${needed}: nobody could sign in as an administrator without it.`,
      );
    }
  }
  return false;
}

function lowerCase(name: string): string {
  return name.toLowerCase();
}
