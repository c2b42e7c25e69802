import { defineSettings, type TextRow } from '@millrace/node-kit/settings/define-settings';
import {
  type Environment,
  readSetting,
  readSettings,
} from '@millrace/node-kit/settings/read-settings';
import { StartError } from '@millrace/node-kit/start-error';
import { ldapSettings } from './ldap-settings.ts';
import { oidcSettings } from './oidc-settings.ts';
import { serverSettings } from './server-settings.ts';

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

/** Rights of accounts, and statuses of commits. */
export const forgeSettings = defineSettings({
  admins: {
    name: 'MILLRACE_ADMINS',
    kind: 'list',
    text: 'Logins, separated by commas, that become system admins at their next sign-in through the forge.',
  },
  allowed: {
    name: 'MILLRACE_ALLOWED',
    kind: 'list',
    default: 'everyone',
    text: 'Who may have an account: logins and, as `org:NAME`, members of organizations, separated by commas.',
  },
  passwordSignIn: {
    name: 'MILLRACE_PASSWORD_SIGN_IN',
    kind: 'choice',
    choices: ['on', 'off'],
    default: 'on',
    text: '`off` allows sign-in only through the forge, the OpenID Connect provider or the LDAP directory. With the built-in forge, the first account keeps its password.',
  },
  checksPerMinute: {
    name: 'MILLRACE_FORGE_CHECKS_PER_MINUTE',
    kind: 'whole',
    default: 600,
    min: 1,
    max: 100_000,
    text: 'Background checks of accounts and of repositories in a minute, each. Each is checked within an hour if there are at most 15 times as many.',
  },
  fileStatuses: {
    name: 'MILLRACE_PIPELINE_FILE_STATUSES',
    kind: 'choice',
    choices: ['true', 'false'],
    default: 'true',
    text: 'Whether a commit whose build changes the pipeline file gets a [second commit status](forges.md#commit-statuses).',
  },
  skippedStatuses: {
    name: 'MILLRACE_SKIPPED_STATUSES',
    kind: 'choice',
    choices: ['true', 'false'],
    default: 'true',
    text: 'Whether an event for which no build was created gets a [commit status](forges.md#require-a-status-before-a-merge) with the reason.',
  },
  statusName: {
    name: 'MILLRACE_STATUS_NAME',
    kind: 'text',
    format: {
      pattern: /^[\w./-]{1,100}$/,
      expected: 'letters, digits, dots, dashes, underscores and slashes',
    },
    text: 'First part of the context of commit statuses, which are then named as in Drone. See [Commit statuses](forges.md#commit-statuses).',
  },
});

export const remoteForgeSettings = defineSettings({
  kind: {
    name: 'MILLRACE_FORGE',
    kind: 'choice',
    choices: ['builtin', ...remoteForgeKinds],
    default: 'builtin',
    text: 'Forge: `builtin`, `gitea` (also Forgejo), `github`, `gitlab` or `bitbucket`. See [Forges](forges.md).',
  },
  url: {
    name: 'MILLRACE_FORGE_URL',
    kind: 'url',
    unset: 'the public one',
    text: 'URL of the forge. Required for Gitea, Forgejo and self-hosted GitHub or GitLab.',
  },
  clientId: {
    name: 'MILLRACE_FORGE_CLIENT_ID',
    kind: 'text',
    text: 'Credentials of the OAuth application on the forge.',
  },
  clientSecret: { name: 'MILLRACE_FORGE_CLIENT_SECRET', kind: 'text', secret: true },
  sshUrl: {
    name: 'MILLRACE_FORGE_SSH_URL',
    kind: 'text',
    unset: '`git@HOST`',
    text: 'Start of the clone URLs with SSH, as in `ssh://git@git.example.com:2222`.',
  },
  hookUrl: {
    name: 'MILLRACE_HOOK_URL',
    kind: 'url',
    unset: '`MILLRACE_URL`',
    text: "Address of this server for the forge's webhooks, if the forge reaches it under another one.",
  },
  gitLogin: {
    name: 'MILLRACE_GIT_USERNAME',
    kind: 'text',
    unset: 'the account linked to each repository',
    text: 'Machine account of the remote forge that clones for all builds, with a password or token that may read the repositories.',
  },
  gitPassword: {
    name: 'MILLRACE_GIT_PASSWORD',
    kind: 'text',
    secret: true,
    unset: 'the account linked to each repository',
  },
});

export function readForgeSettings(env: Environment): ForgeSettings {
  const values = readSettings(env, forgeSettings);
  return {
    remote: readRemoteForge(env),
    admins: values.admins.map(lowerCase),
    allowed: toAllowed(values.allowed),
    statusName: values.statusName ?? null,
    reportsFileChanges: values.fileStatuses === 'true',
    reportsSkipped: values.skippedStatuses === 'true',
    passwordSignIn: readPasswordSignIn(env),
    checks: { maxPerMinute: values.checksPerMinute },
  };
}

function readRemoteForge(env: Environment): RemoteForgeSettings | null {
  const rows = remoteForgeSettings;
  const kind = readSetting(env, rows.kind);
  if (kind === 'builtin') {
    const unused = [rows.url, rows.clientId, rows.clientSecret].find(({ name }) => env[name]);
    if (!unused) return null;
    throw new StartError(
      `${unused.name} is set, so set MILLRACE_FORGE too, to ${remoteForgeKinds.join(', ')}.`,
    );
  }
  const url = readSetting(env, rows.url) ?? publicUrls[kind];
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
  if (!readSetting(env, serverSettings.publicUrl)) {
    throw new StartError(
      `MILLRACE_FORGE is ${kind}, so set MILLRACE_URL to the address at which ${url} and browsers reach this server.`,
    );
  }
  return {
    kind,
    url,
    sshUrl: readSshUrl(env),
    hookUrl: readSetting(env, rows.hookUrl),
    clientId: requireClient(env, kind, rows.clientId),
    clientSecret: requireClient(env, kind, rows.clientSecret),
    cloneAccount: readCloneAccount(env),
  };
}

function readCloneAccount(env: Environment): RemoteForgeSettings['cloneAccount'] {
  const login = readSetting(env, remoteForgeSettings.gitLogin);
  const password = readSetting(env, remoteForgeSettings.gitPassword);
  if (!login && !password) return null;
  if (login && password) return { login, password };
  const missing = login ? 'MILLRACE_GIT_PASSWORD' : 'MILLRACE_GIT_USERNAME';
  throw new StartError(`Set ${missing} too: the account for clones needs both.`);
}

function readSshUrl(env: Environment): string | undefined {
  const text = readSetting(env, remoteForgeSettings.sshUrl);
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

function requireClient(env: Environment, kind: RemoteForgeKind, row: TextRow): string {
  const value = readSetting(env, row);
  if (value) return value;
  throw new StartError(
    `MILLRACE_FORGE is ${kind}, so set ${row.name} to what ${kind} shows for the OAuth application of this server.`,
  );
}

/** Reads `everyone`, or a list of names: `ada, org:engines`. */
function toAllowed(list: string[]): AllowedAccounts {
  const names = list.map(lowerCase);
  if (names.length === 0 || names.includes('everyone')) return 'everyone';
  const organisation = 'org:';
  return {
    logins: names.filter((name) => !name.startsWith(organisation)),
    organisations: names
      .filter((name) => name.startsWith(organisation))
      .map((name) => name.slice(organisation.length)),
  };
}

/**
 * Without passwords, users sign in only at the forge, so an admin must be configured. With an OpenID Connect
 * provider or an LDAP directory, the first admin keeps the password.
 */
function readPasswordSignIn(env: Environment): boolean {
  const { name } = forgeSettings.passwordSignIn;
  if (readSetting(env, forgeSettings.passwordSignIn) === 'on') return true;
  if (readSetting(env, oidcSettings.issuer) || readSetting(env, ldapSettings.url)) return false;
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
