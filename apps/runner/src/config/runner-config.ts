import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { isRunnerSecret } from '@millrace/contract/runner';
import { StartError } from '@millrace/node-kit/start-error';
import type { StageSettings } from '../plan/stage-settings.ts';
import { readStageSettings } from './read-stage-settings.ts';

/** Settings of a standalone runner. */
export interface RunnerConfig {
  /** URL of the server, without a trailing slash. */
  server: string;
  secret: string;
  name: string;
  capacity: number;
  labels: Record<string, string>;
  dataDir: string;
  maxLogBytes: number;
  /** Maximum number of clone retries while the git server is unreachable. */
  cloneRetries: number;
  stages: StageSettings;
  logLevel: string;
  /** Account that runs the steps, if it differs from the runner's own. */
  execUser: string | undefined;
  execView: 'private' | 'host';
}

type Environment = Record<string, string | undefined>;

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Throws {@link StartError} that names the invalid variable. */
export function readRunnerConfig(env: Environment): RunnerConfig {
  return {
    server: readServer(env),
    secret: readSecret(env),
    name: env.MILLRACE_RUNNER_NAME || hostname(),
    capacity: readInteger(env, 'MILLRACE_RUNNER_CAPACITY', 2, 1, 1000),
    labels: readLabels(env),
    dataDir: resolve(env.MILLRACE_RUNNER_DATA || '.millrace-runner'),
    maxLogBytes: readInteger(env, 'MILLRACE_LOG_LIMIT_MB', 50, 1, 10_000) * 1_000_000,
    cloneRetries: readInteger(env, 'MILLRACE_CLONE_RETRIES', 4, 0, 20),
    stages: readStageSettings((name, or) => env[name] || or),
    logLevel: readLogLevel(env),
    execUser: env.MILLRACE_EXEC_USER || undefined,
    execView: readView(env),
  };
}

function readServer(env: Environment): string {
  const text = env.MILLRACE_SERVER ?? '';
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? '')) {
    throw new StartError(
      `MILLRACE_SERVER must be the address of the server, as in https://ci.example.com, not "${text}".`,
    );
  }
  return text.replace(/\/+$/, '');
}

function readSecret(env: Environment): string {
  const secret = env.MILLRACE_RPC_SECRET?.trim();
  if (!secret) throw new StartError('MILLRACE_RPC_SECRET must be set, here and on the server.');
  if (isRunnerSecret(secret)) return secret;
  throw new StartError('MILLRACE_RPC_SECRET must be one line of letters, digits and punctuation.');
}

function readInteger(env: Environment, name: string, or: number, min: number, max: number): number {
  const text = env[name] || String(or);
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new StartError(`${name} must be a whole number from ${min} to ${max}, not "${text}".`);
  }
  return value;
}

function readLabels(env: Environment): Record<string, string> {
  const pairs = (env.MILLRACE_RUNNER_LABELS ?? '').split(',').filter((pair) => pair.trim() !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name, value] = /^\s*([^:\s]+)\s*:\s*(.*?)\s*$/.exec(pair) ?? [];
      if (!name || value === undefined) {
        throw new StartError(
          `MILLRACE_RUNNER_LABELS must be written key:value,key:value; "${pair}" is not.`,
        );
      }
      return [name, value];
    }),
  );
}

function readView(env: Environment): 'private' | 'host' {
  const view = env.MILLRACE_EXEC_VIEW || 'private';
  if (view === 'private' || view === 'host') return view;
  throw new StartError(`MILLRACE_EXEC_VIEW must be private or host, not "${view}".`);
}

function readLogLevel(env: Environment): string {
  const level = env.MILLRACE_LOG_LEVEL || 'warn';
  if (!logLevels.includes(level)) {
    throw new StartError(`MILLRACE_LOG_LEVEL must be one of ${logLevels.join(', ')}.`);
  }
  return level;
}
