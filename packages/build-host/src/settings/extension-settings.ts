import { defineSettings } from '@millrace/node-kit/settings/define-settings';
import { type Environment, readSettings } from '@millrace/node-kit/settings/read-settings';
import { StartError } from '@millrace/node-kit/start-error';

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
const kinds = [
  'CONFIG',
  'CONVERT',
  'VALIDATE',
  'ADMISSION',
  'ENV',
  'SECRET',
  'REGISTRY',
  'WEBHOOK',
] as const;
type Kind = (typeof kinds)[number];

/** Settings of the extensions of one kind; `<KIND>` in the docs. */
export function extensionSettingsOf(kind: Kind | '<KIND>') {
  return defineSettings({
    endpoint: {
      name: `MILLRACE_${kind}_PLUGIN_ENDPOINT`,
      kind: 'list',
      text: 'Addresses of the extensions of the kind, separated by commas: `http://HOST/PATH`, or `PATTERN=http://HOST/PATH` for the repositories of a pattern.',
    },
    secret: {
      name: `MILLRACE_${kind}_PLUGIN_SECRET`,
      kind: 'text',
      default: '',
      secret: true,
      text: 'Secret shared with the extensions of the kind, or one for each address, separated by commas. Required with an address.',
    },
    timeout: {
      name: `MILLRACE_${kind}_PLUGIN_TIMEOUT`,
      kind: 'text',
      default: '60s',
      text: 'Time limit of one request to them, from `1s` to `10m`.',
    },
  });
}

export const extensionKindSettings = kinds.map(extensionSettingsOf);
export const extensionSettings = defineSettings({
  maxResponseBytes: {
    name: 'MILLRACE_PLUGIN_RESPONSE_MB',
    kind: 'megabytes',
    default: 4,
    min: 1,
    max: 100,
    text: 'Maximum size of an answer in megabytes.',
  },
  fileSuffix: {
    name: 'MILLRACE_CONVERT_PLUGIN_EXTENSION',
    kind: 'text',
    default: '',
    unset: 'all',
    text: 'End of the names of the pipeline files that are converted, such as `.cue`; otherwise all.',
  },
  events: {
    name: 'MILLRACE_WEBHOOK_PLUGIN_EVENTS',
    kind: 'list',
    unset: 'all',
    text: 'Patterns of events, separated by commas: `build`, `repo:enabled`, `user:*`.',
  },
});

/** Reads the variables `MILLRACE_<KIND>_PLUGIN_…`. */
export function readExtensions(env: Environment): Extensions {
  const { maxResponseBytes, fileSuffix, events } = readSettings(env, extensionSettings);
  return {
    config: readExtension(env, 'CONFIG'),
    convert: { ...readExtension(env, 'CONVERT'), fileSuffix },
    validate: readExtension(env, 'VALIDATE'),
    admission: readExtension(env, 'ADMISSION', { hasRepos: false }),
    env: readExtension(env, 'ENV'),
    secret: readExtension(env, 'SECRET'),
    registry: readExtension(env, 'REGISTRY'),
    webhook: { ...readExtension(env, 'WEBHOOK'), events },
    maxResponseBytes,
  };
}

function readExtension(env: Environment, kind: Kind, { hasRepos = true } = {}): ExtensionSettings {
  const rows = extensionSettingsOf(kind);
  const { name } = rows.endpoint;
  const values = readSettings(env, rows);
  const found = values.endpoint.map((text) => readEndpoint(name, text));
  const secrets = splitSecrets(values.secret, found.length);
  const endpoints = found.map((endpoint, index) => ({ ...endpoint, secret: secrets[index] ?? '' }));
  if (endpoints.some(({ secret }) => !secret)) {
    throw new StartError(
      `${name} is set, so set ${rows.secret.name} too, to the secret of the extension.`,
    );
  }
  const limited = endpoints.find(({ repos }) => repos !== undefined);
  if (limited && !hasRepos) {
    throw new StartError(`${name} cannot be limited to the repositories "${limited.repos}".`);
  }
  return { endpoints, timeoutMs: parseTimeout(rows.timeout.name, values.timeout) };
}

/** Splits a text into one secret for each extension, separated by commas, or one for all of them. */
function splitSecrets(text: string, count: number): string[] {
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

/** Parses seconds, or a duration as `90s` or `2m`. */
function parseTimeout(name: string, text: string): number {
  const [, count = '', unit = 's'] = /^(\d{1,6})([sm])?$/.exec(text) ?? [];
  const seconds = Number(count) * (unit === 'm' ? 60 : 1);
  if (seconds >= 1 && seconds <= maxTimeoutSec) return seconds * 1000;
  throw new StartError(`${name} must be from 1s to ${maxTimeoutSec}s, as in 90s or 2m.`);
}
