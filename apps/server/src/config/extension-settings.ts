import { StartError } from '@millrace/node-kit/start-error';
import { type Environment, readList, readText, readWhole } from './read-variable.ts';

/** Address of an extension, and the repositories that it is asked about. */
export interface ExtensionEndpoint {
  url: string;
  /** Pattern of slugs; undefined for all repositories. */
  repos: string | undefined;
  /** Shared with the extension: signs requests, and encrypts its answers. */
  secret: string;
}

/** Extensions of one kind, in the order in which they are asked. */
interface ExtensionSettings {
  endpoints: readonly ExtensionEndpoint[];
  /** Time limit of one request. */
  timeoutMs: number;
}

/** Extensions of the server, by kind. */
export interface Extensions {
  config: ExtensionSettings;
  convert: ExtensionSettings & {
    /** End of the names of the pipeline files that are converted; empty for all. */
    fileSuffix: string;
  };
  validate: ExtensionSettings;
  admission: ExtensionSettings;
  env: ExtensionSettings;
  secret: ExtensionSettings;
  registry: ExtensionSettings;
  webhook: ExtensionSettings & {
    /** Patterns of the events that are sent, such as `build:*`; empty for all. */
    events: readonly string[];
  };
  /** Maximum size of an answer. */
  maxResponseBytes: number;
}

const maxTimeoutSec = 600;

/** Reads the variables `MILLRACE_<KIND>_PLUGIN_…`. */
export function readExtensions(env: Environment): Extensions {
  return {
    config: readExtension(env, 'MILLRACE_CONFIG_PLUGIN_'),
    convert: {
      ...readExtension(env, 'MILLRACE_CONVERT_PLUGIN_'),
      fileSuffix: readText(env, 'MILLRACE_CONVERT_PLUGIN_EXTENSION', '').trim(),
    },
    validate: readExtension(env, 'MILLRACE_VALIDATE_PLUGIN_'),
    admission: readExtension(env, 'MILLRACE_ADMISSION_PLUGIN_', { hasRepos: false }),
    env: readExtension(env, 'MILLRACE_ENV_PLUGIN_'),
    secret: readExtension(env, 'MILLRACE_SECRET_PLUGIN_'),
    registry: readExtension(env, 'MILLRACE_REGISTRY_PLUGIN_'),
    webhook: {
      ...readExtension(env, 'MILLRACE_WEBHOOK_PLUGIN_'),
      events: readList(env, 'MILLRACE_WEBHOOK_PLUGIN_EVENTS'),
    },
    maxResponseBytes: readWhole(env, 'MILLRACE_PLUGIN_RESPONSE_MB', 4, 1, 100) * 1_000_000,
  };
}

function readExtension(
  env: Environment,
  prefix: string,
  { hasRepos = true } = {},
): ExtensionSettings {
  const variable = `${prefix}ENDPOINT`;
  const found = readList(env, variable).map((text) => readEndpoint(variable, text));
  const secrets = readSecrets(env, `${prefix}SECRET`, found.length);
  const endpoints = found.map((endpoint, index) => ({ ...endpoint, secret: secrets[index] ?? '' }));
  if (endpoints.some(({ secret }) => !secret)) {
    throw new StartError(
      `${variable} is set, so set ${prefix}SECRET too, to the secret of the extension.`,
    );
  }
  const limited = endpoints.find(({ repos }) => repos !== undefined);
  if (limited && !hasRepos) {
    throw new StartError(`${variable} cannot be limited to the repositories "${limited.repos}".`);
  }
  return { endpoints, timeoutMs: readTimeout(env, `${prefix}TIMEOUT`) };
}

/** Reads one secret for each extension, separated by commas, or one for all of them. */
function readSecrets(env: Environment, name: string, count: number): string[] {
  const text = readText(env, name, '').trim();
  const parts = text.split(',').map((part) => part.trim());
  return parts.length === count ? parts : new Array<string>(count).fill(text);
}

/** Reads `URL` or `PATTERN=URL`. */
function readEndpoint(variable: string, text: string): Omit<ExtensionEndpoint, 'secret'> {
  const [, repos, url = ''] = /^(?:([^=:]+)=)?(.*)$/.exec(text) ?? [];
  const { protocol = '', username, password, hash } = URL.parse(url) ?? {};
  if (!/^https?:$/.test(protocol) || username || password || hash) {
    throw new StartError(
      `${variable} must have addresses as http://HOST/PATH or NAMESPACE/*=http://HOST/PATH, ` +
        'without a user name, separated by commas.',
    );
  }
  return { url, repos: repos?.trim() };
}

/** Reads seconds, or a duration as `90s` or `2m`. */
function readTimeout(env: Environment, name: string): number {
  const text = readText(env, name, '60s').trim();
  const [, count = '', unit = 's'] = /^(\d{1,6})([sm])?$/.exec(text) ?? [];
  const seconds = Number(count) * (unit === 'm' ? 60 : 1);
  if (seconds >= 1 && seconds <= maxTimeoutSec) return seconds * 1000;
  throw new StartError(`${name} must be from 1s to ${maxTimeoutSec}s, as in 90s or 2m.`);
}
