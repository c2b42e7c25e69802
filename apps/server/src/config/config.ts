import { resolve } from 'node:path';
import { isRunnerSecret } from '@millrace/contract/runner';
import { StartError } from '@millrace/node-kit/start-error';
import type { ArtifactLimits } from '../domain/artifact-limits.ts';
import { readArtifactLimits } from './artifact-limits.ts';
import { type DatabaseSettings, readDatabaseSettings } from './database-settings.ts';
import { type DownloadLimits, readDownloadLimits } from './download-limits.ts';
import { readEnvironment } from './env.ts';
import { type ForgeSettings, readForgeSettings } from './forge-settings.ts';
import { type GitLimits, readGitLimits } from './git-limits.ts';
import { type ObjectStoreSettings, readLogStoreSettings } from './object-store-settings.ts';
import {
  type Environment,
  readChoice,
  readNetworks,
  readOrigin,
  readUrl,
  readWhole,
} from './read-variable.ts';
import { readSignInLimits, type SignInLimits } from './sign-in-limits.ts';
import { readStreamLimits, type StreamLimits } from './stream-limits.ts';

/** The server's settings, read once from the environment. */
export interface Config {
  host: string;
  /** 0 picks a free port. */
  port: number;
  /** Public address without a slash at the end; undefined means "as it listens". */
  publicUrl: string | undefined;
  dataDir: string;
  /** Folder of the built-in forge's repositories, if it is not the data folder. */
  repositoriesDir: string | undefined;
  database: DatabaseSettings;
  adminLogin: string;
  adminPassword: string | undefined;
  seed: 'samples' | 'none';
  secretKey: string | undefined;
  /** The key that `secrets rotate-key` changes to, where the present one is configured too. */
  nextSecretKey: string | undefined;
  /** Shared with remote runners; without one there are none. */
  rpcSecret: string | undefined;
  runnerCapacity: number;
  /** The account that steps of the built-in runner run as, where it is not the server's own. */
  execUser: string | undefined;
  /** Whether these steps get a private view of the file system without the data folder, where supported. */
  execView: 'private' | 'host';
  /** Seconds for which a server that stops still serves, while `/readyz` fails, until balancers know. */
  stopDelaySec: number;
  /** Seconds that stages of the embedded runner may continue after the server was stopped. */
  drainSec: number;
  /** Output of a step beyond this loses its middle; in megabytes. */
  logLimitMb: number;
  /** Number of retries for a clone by the embedded runner while the git server is unavailable. */
  cloneRetries: number;
  /** Bounds of each container of the built-in runner, as a runner of its own has them. */
  containerLimits: { memoryMb: number; processes: number; sharedMemoryMb: number };
  logLevel: string;
  /** Accounts that may read the metrics. */
  metrics: 'admins' | 'everyone';
  /** Storage for logs of finished steps; null for the database. */
  logStore: ObjectStoreSettings | null;
  /** Quotas and retention of artifacts. */
  artifacts: ArtifactLimits;
  /** Space of the disk that artifacts and logs leave free. */
  diskReserveBytes: number;
  forge: ForgeSettings;
  git: GitLimits;
  downloads: DownloadLimits;
  signIn: SignInLimits;
  streams: StreamLimits;
  /** Addresses and networks whose `X-Forwarded-For` says where a call comes from. */
  trustedProxies: string[];
  /** Addresses and networks, not of the open internet, that templates of cards may come from. */
  cardNetworks: string[];
  /** Addresses that the interface shows. */
  links: {
    documentation: string | undefined;
    source: string | undefined;
    privacy: string | undefined;
  };
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

export function configFromEnv(): Config {
  return readConfig(readEnvironment());
}

/** Throws {@link StartError} naming the variable that does not fit. */
export function readConfig(env: Environment): Config {
  return {
    host: env.MILLRACE_HOST || '127.0.0.1',
    port: readWhole(env, 'MILLRACE_PORT', 8080, 0, 65_535),
    publicUrl: readOrigin(env, 'MILLRACE_URL'),
    dataDir: resolve(env.MILLRACE_DATA || '.millrace'),
    repositoriesDir: env.MILLRACE_REPOSITORIES ? resolve(env.MILLRACE_REPOSITORIES) : undefined,
    database: readDatabaseSettings(env),
    adminLogin: env.MILLRACE_ADMIN_LOGIN || 'admin',
    adminPassword: env.MILLRACE_ADMIN_PASSWORD?.trim() || undefined,
    seed: readChoice(env, 'MILLRACE_SEED', ['samples', 'none'] as const),
    secretKey: env.MILLRACE_SECRET_KEY || undefined,
    nextSecretKey: env.MILLRACE_SECRET_KEY_NEW || undefined,
    rpcSecret: readRpcSecret(env),
    runnerCapacity: readWhole(env, 'MILLRACE_RUNNER_CAPACITY', 2, 0, 1000),
    execUser: env.MILLRACE_EXEC_USER || undefined,
    execView: readChoice(env, 'MILLRACE_EXEC_VIEW', ['private', 'host'] as const),
    stopDelaySec: readWhole(env, 'MILLRACE_STOP_DELAY_SECONDS', 0, 0, 600),
    drainSec: readWhole(env, 'MILLRACE_DRAIN_SECONDS', 0, 0, 86_400),
    logLimitMb: readWhole(env, 'MILLRACE_LOG_LIMIT_MB', 50, 1, 10_000),
    cloneRetries: readWhole(env, 'MILLRACE_CLONE_RETRIES', 4, 0, 20),
    containerLimits: {
      memoryMb: readWhole(env, 'MILLRACE_CONTAINER_MEMORY_MB', 0, 0, 16_777_216),
      processes: readWhole(env, 'MILLRACE_CONTAINER_PROCESSES', 4096, 16, 4_194_304),
      sharedMemoryMb: readWhole(env, 'MILLRACE_CONTAINER_SHM_MB', 1024, 1, 1_048_576),
    },
    logLevel: readLogLevel(env),
    metrics: readChoice(env, 'MILLRACE_METRICS', ['admins', 'everyone'] as const),
    logStore: readLogStoreSettings(env),
    artifacts: readArtifactLimits(env),
    diskReserveBytes: readWhole(env, 'MILLRACE_DISK_RESERVE_MB', 500, 0, 1_000_000) * 1_000_000,
    forge: readForgeSettings(env),
    git: readGitLimits(env),
    downloads: readDownloadLimits(env),
    signIn: readSignInLimits(env),
    streams: readStreamLimits(env),
    trustedProxies: readNetworks(env, 'MILLRACE_TRUSTED_PROXIES'),
    cardNetworks: readNetworks(env, 'MILLRACE_CARD_NETWORKS'),
    links: {
      documentation: readUrl(env, 'MILLRACE_DOCS_URL'),
      source: readUrl(env, 'MILLRACE_SOURCE_URL'),
      privacy: readUrl(env, 'MILLRACE_PRIVACY_URL'),
    },
  };
}

function readRpcSecret(env: Environment): string | undefined {
  const secret = env.MILLRACE_RPC_SECRET?.trim();
  if (!secret || isRunnerSecret(secret)) return secret || undefined;
  throw new StartError('MILLRACE_RPC_SECRET must be one line of letters, digits and signs.');
}

function readLogLevel(env: Environment): string {
  const level = env.MILLRACE_LOG_LEVEL || 'warn';
  if (!logLevels.includes(level)) {
    throw new StartError(`MILLRACE_LOG_LEVEL must be one of ${logLevels.join(', ')}.`);
  }
  return level;
}
