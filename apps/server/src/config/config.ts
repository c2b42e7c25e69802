import { resolve } from 'node:path';
import type { Approvals } from '@millrace/build-rules';
import { isRunnerSecret } from '@millrace/contract/runner';
import { terminalLimits } from '@millrace/contract/terminals';
import { StartError } from '@millrace/node-kit/start-error';
import { readStageSettings, type StageSettings } from '@millrace/runner/stage-settings';
import type { ArtifactLimits } from '../domain/artifact-limits.ts';
import type { CacheLimits } from '../domain/cache-limits.ts';
import { readArtifactLimits, readReplayFilesBytes } from './artifact-limits.ts';
import { readCacheLimits } from './cache-limits.ts';
import { type DatabaseSettings, readDatabaseSettings } from './database-settings.ts';
import { type DownloadLimits, readDownloadLimits } from './download-limits.ts';
import { readEnvironment } from './env.ts';
import { type Extensions, readExtensions } from './extension-settings.ts';
import {
  type ExternalSecretSettings,
  readExternalSecretSettings,
} from './external-secret-settings.ts';
import { type ForgeSettings, readForgeSettings } from './forge-settings.ts';
import { type GitLimits, readGitLimits } from './git-limits.ts';
import { secretNames } from './hidden-secrets.ts';
import { type LdapSettings, readLdapSettings } from './ldap-settings.ts';
import { type MailSettings, readMailSettings } from './mail-settings.ts';
import { type NewRepoSettings, readNewRepoSettings } from './new-repo-settings.ts';
import { type NotificationSettings, readNotificationSettings } from './notification-settings.ts';
import { type ObjectStoreSettings, readLogStoreSettings } from './object-store-settings.ts';
import { type OidcSettings, readOidcSettings } from './oidc-settings.ts';
import { type QueueSettings, readQueueSettings } from './queue-settings.ts';
import {
  type Environment,
  listVariables,
  readChoice,
  readNetworks,
  readOrigin,
  readText,
  readUrl,
  readWhole,
} from './read-variable.ts';
import { type RetentionSettings, readRetention } from './retention-limits.ts';
import { readSignInLimits, type SignInLimits } from './sign-in-limits.ts';
import { readStreamLimits, type StreamLimits } from './stream-limits.ts';
import { readTlsSettings, type TlsSettings } from './tls-settings.ts';
import { readTraceSettings, type TraceSettings } from './trace-settings.ts';

/** A variable with the value in force. The value of a secret is empty. */
export interface Setting {
  name: string;
  value: string;
  isSecret: boolean;
  /** Whether the environment contains the variable. */
  isSet: boolean;
}

/** Settings of the server, read once from the environment. */
export interface Config {
  host: string;
  /** 0 selects a free port. */
  port: number;
  /** Public URL without a trailing slash; undefined for the address that the server listens on. */
  publicUrl: string | undefined;
  /** Null if the server serves HTTP, as behind a proxy. */
  tls: TlsSettings | null;
  dataDir: string;
  /** Folder of the built-in forge's repositories; undefined for the data folder. */
  repositoriesDir: string | undefined;
  database: DatabaseSettings;
  adminLogin: string;
  adminPassword: string | undefined;
  seed: 'samples' | 'none';
  secretKey: string | undefined;
  /** Key that `secrets rotate-key` changes to, if the current key is also configured. */
  nextSecretKey: string | undefined;
  /** Shared with remote runners. Undefined if none are allowed. */
  rpcSecret: string | undefined;
  runnerCapacity: number;
  /** System account that steps of the embedded runner run as; undefined for the server's own. */
  execUser: string | undefined;
  /** `private`: where supported, these steps get a view of the file system without the data folder. */
  execView: 'private' | 'host';
  /** Seconds that a stopping server still serves calls while `/readyz` fails, so that load balancers notice. */
  stopDelaySec: number;
  /** Seconds that stages of the embedded runner may continue after the server was stopped. */
  drainSec: number;
  /** Maximum output of a step, in megabytes. The middle of a longer output is dropped. */
  logLimitMb: number;
  /** Number of retries for a clone by the embedded runner while the git server is unavailable. */
  cloneRetries: number;
  /** Settings for all stages of the embedded runner. Remote runners have the same variables. */
  stages: StageSettings;
  logLevel: string;
  /** Receiver of traces of builds; null for none. */
  traces: TraceSettings | null;
  /** Accounts that may read the metrics. */
  metrics: 'admins' | 'everyone';
  /** Storage for logs of finished steps; null for the database. */
  logStore: ObjectStoreSettings | null;
  /** Quotas and retention of artifacts. */
  artifacts: ArtifactLimits;
  /** Maximum size of the files that a failed step stores for its replay; 0 for none. */
  replayFilesBytes: number;
  /** Minutes for which the environments of failed steps are kept for terminals; 0 turns terminals off. */
  terminalMinutes: number;
  /** Quotas and retention of caches. */
  caches: CacheLimits;
  /** Disk space that artifacts and logs must leave free. */
  diskReserveBytes: number;
  /** Retention of builds and their data. */
  retention: RetentionSettings;
  forge: ForgeSettings;
  newRepos: NewRepoSettings;
  queue: QueueSettings;
  /** Maximum number of files that a script imports; 0 allows none. */
  scriptImports: number;
  /** Services that the server asks about builds, secrets and accounts. */
  extensions: Extensions;
  /** Places outside of the server with secrets for builds. */
  externalSecrets: ExternalSecretSettings;
  /** OpenID Connect provider; null if none is configured. */
  oidc: OidcSettings | null;
  /** LDAP directory; null if none is configured. */
  ldap: LdapSettings | null;
  git: GitLimits;
  downloads: DownloadLimits;
  signIn: SignInLimits;
  /** Retention of audit events; 0 means forever. */
  auditDays: number;
  streams: StreamLimits;
  /** Addresses and networks of proxies whose `X-Forwarded-For` is trusted. */
  trustedProxies: string[];
  /** Private addresses and networks from which card templates may be fetched. */
  cardNetworks: string[];
  /** Accounts that may approve and decline blocked stages: with write permission, or administrators. */
  approvals: Approvals;
  notifications: NotificationSettings;
  mail: MailSettings | null;
  /** URLs of links in the UI. */
  links: {
    documentation: string | undefined;
    source: string | undefined;
    privacy: string | undefined;
  };
  /** All of these by variable, for administrators. */
  variables: readonly Setting[];
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

export function configFromEnv(): Config {
  return readConfig(readEnvironment());
}

/** Reads all settings. Throws {@link StartError} with the name of an invalid variable. */
export function readConfig(env: Environment): Config {
  const settings = readSettings(env);
  const variables = listVariables(env).map((variable) => {
    const isSecret = secretNames.includes(variable.name);
    return { ...variable, value: isSecret ? '' : variable.value, isSecret };
  });
  return { ...settings, variables };
}

function readSettings(env: Environment): Omit<Config, 'variables'> {
  return {
    host: readText(env, 'MILLRACE_HOST', '127.0.0.1'),
    port: readWhole(env, 'MILLRACE_PORT', 8080, 0, 65_535),
    publicUrl: readOrigin(env, 'MILLRACE_URL'),
    tls: readTlsSettings(env),
    dataDir: resolve(readText(env, 'MILLRACE_DATA', '.millrace')),
    repositoriesDir: readRepositoriesDir(env),
    database: readDatabaseSettings(env),
    adminLogin: readText(env, 'MILLRACE_ADMIN_LOGIN', 'admin'),
    adminPassword: readText(env, 'MILLRACE_ADMIN_PASSWORD')?.trim() || undefined,
    seed: readChoice(env, 'MILLRACE_SEED', ['samples', 'none'] as const),
    secretKey: readText(env, 'MILLRACE_SECRET_KEY'),
    nextSecretKey: readText(env, 'MILLRACE_SECRET_KEY_NEW'),
    rpcSecret: readRpcSecret(env),
    runnerCapacity: readWhole(env, 'MILLRACE_RUNNER_CAPACITY', 2, 0, 1000),
    execUser: readText(env, 'MILLRACE_EXEC_USER'),
    execView: readChoice(env, 'MILLRACE_EXEC_VIEW', ['private', 'host'] as const),
    stopDelaySec: readWhole(env, 'MILLRACE_STOP_DELAY_SECONDS', 0, 0, 600),
    drainSec: readWhole(env, 'MILLRACE_DRAIN_SECONDS', 0, 0, 86_400),
    logLimitMb: readWhole(env, 'MILLRACE_LOG_LIMIT_MB', 50, 1, 10_000),
    cloneRetries: readWhole(env, 'MILLRACE_CLONE_RETRIES', 4, 0, 20),
    stages: readStageSettings(env),
    logLevel: readLogLevel(env),
    traces: readTraceSettings(env),
    metrics: readChoice(env, 'MILLRACE_METRICS', ['admins', 'everyone'] as const),
    logStore: readLogStoreSettings(env),
    artifacts: readArtifactLimits(env),
    replayFilesBytes: readReplayFilesBytes(env),
    terminalMinutes: readWhole(
      env,
      'MILLRACE_TERMINAL_MINUTES',
      terminalLimits.keptSec / 60,
      0,
      240,
    ),
    caches: readCacheLimits(env),
    diskReserveBytes: readWhole(env, 'MILLRACE_DISK_RESERVE_MB', 500, 0, 1_000_000) * 1_000_000,
    retention: readRetention(env),
    forge: readForgeSettings(env),
    newRepos: readNewRepoSettings(env),
    queue: readQueueSettings(env),
    scriptImports: readWhole(env, 'MILLRACE_SCRIPT_IMPORTS', 0, 0, 100),
    extensions: readExtensions(env),
    externalSecrets: readExternalSecretSettings(env),
    ...readSingleSignOn(env),
    git: readGitLimits(env),
    downloads: readDownloadLimits(env),
    signIn: readSignInLimits(env),
    auditDays: readWhole(env, 'MILLRACE_AUDIT_DAYS', 365, 0, 36_500),
    streams: readStreamLimits(env),
    trustedProxies: readNetworks(env, 'MILLRACE_TRUSTED_PROXIES'),
    cardNetworks: readNetworks(env, 'MILLRACE_CARD_NETWORKS'),
    approvals: readChoice(env, 'MILLRACE_APPROVALS', ['writers', 'admins']),
    notifications: readNotificationSettings(env),
    mail: readMailSettings(env),
    links: {
      documentation: readUrl(env, 'MILLRACE_DOCS_URL'),
      source: readUrl(env, 'MILLRACE_SOURCE_URL'),
      privacy: readUrl(env, 'MILLRACE_PRIVACY_URL'),
    },
  };
}

function readRepositoriesDir(env: Environment): string | undefined {
  const path = readText(env, 'MILLRACE_REPOSITORIES');
  return path && resolve(path);
}

function readSingleSignOn(env: Environment): Pick<Config, 'oidc' | 'ldap'> {
  const settings = { oidc: readOidcSettings(env), ldap: readLdapSettings(env) };
  const kind = env.MILLRACE_FORGE;
  if (!kind || kind === 'builtin' || (!settings.oidc && !settings.ldap)) return settings;
  const name = settings.oidc ? 'MILLRACE_OIDC_ISSUER' : 'MILLRACE_LDAP_URL';
  throw new StartError(`${name} cannot be set: MILLRACE_FORGE is ${kind}, where users sign in.`);
}

function readRpcSecret(env: Environment): string | undefined {
  const secret = readText(env, 'MILLRACE_RPC_SECRET')?.trim();
  if (!secret || isRunnerSecret(secret)) return secret || undefined;
  throw new StartError('MILLRACE_RPC_SECRET must be one line of letters, digits and punctuation.');
}

function readLogLevel(env: Environment): string {
  const level = readText(env, 'MILLRACE_LOG_LEVEL', 'warn');
  if (!logLevels.includes(level)) {
    throw new StartError(`MILLRACE_LOG_LEVEL must be one of ${logLevels.join(', ')}.`);
  }
  return level;
}
