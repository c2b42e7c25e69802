import { hostname } from 'node:os';
import { isRunnerSecret } from '@millrace/contract/runner';
import type { SettingValues } from '@millrace/node-kit/settings/define-settings';
import {
  type Environment,
  readSetting,
  readSettings,
} from '@millrace/node-kit/settings/read-settings';
import { StartError } from '@millrace/node-kit/start-error';
import type { StageSettings } from '../plan/stage-settings.ts';
import { readStageSettings } from './read-stage-settings.ts';
import { runnerSettings } from './settings/runner-settings.ts';
import { loggerSettings, sharedSettings } from './settings/shared-settings.ts';

/** Settings of a standalone runner. */
export interface RunnerConfig
  extends SettingValues<typeof sharedSettings>,
    SettingValues<typeof loggerSettings> {
  /** URL of the server, without a trailing slash. */
  server: string;
  /** Secret shared with the server; undefined for a runner with a credential of its own. */
  secret: string | undefined;
  /** One-time token of its registration. */
  token: string | undefined;
  name: string;
  capacity: number;
  labels: Record<string, string>;
  dataDir: string;
  stages: StageSettings;
}

/** Throws {@link StartError} that names the invalid variable. */
export function readRunnerConfig(env: Environment): RunnerConfig {
  return {
    server: readServer(env),
    secret: readSecret(env),
    token: readSetting(env, runnerSettings.token),
    name: readSetting(env, runnerSettings.name) ?? hostname(),
    capacity: readSetting(env, runnerSettings.capacity),
    labels: readLabels(env),
    dataDir: readSetting(env, runnerSettings.dataDir),
    ...readSettings(env, sharedSettings),
    ...readSettings(env, loggerSettings),
    stages: readStageSettings(env),
  };
}

function readServer(env: Environment): string {
  const { server } = runnerSettings;
  const text = readSetting(env, server) ?? '';
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? '')) {
    throw new StartError(
      `${server.name} must be the address of the server, as in https://ci.example.com, not "${text}".`,
    );
  }
  return text.replace(/\/+$/, '');
}

function readSecret(env: Environment): string | undefined {
  const secret = readSetting(env, runnerSettings.secret);
  const { name } = runnerSettings.secret;
  if (!secret) return undefined;
  if (isRunnerSecret(secret)) return secret;
  throw new StartError(`${name} must be one line of letters, digits and punctuation.`);
}

function readLabels(env: Environment): Record<string, string> {
  const pairs = readSetting(env, runnerSettings.labels).map((pair) => {
    const [, name, value] = /^([^:\s]+)\s*:\s*(.*?)$/.exec(pair) ?? [];
    if (name && value !== undefined) return [name, value];
    throw new StartError(
      `${runnerSettings.labels.name} must be written key:value,key:value; "${pair}" is not.`,
    );
  });
  return Object.fromEntries(pairs);
}
