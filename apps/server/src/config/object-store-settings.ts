import { isIPv4 } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type ProxySettings, readProxies } from '@millrace/node-kit/proxies';
import { defineSettings } from '@millrace/node-kit/settings/define-settings';
import {
  type Environment,
  readSetting,
  readSettings,
} from '@millrace/node-kit/settings/read-settings';
import { StartError } from '@millrace/node-kit/start-error';

/** Source of the URL, for error messages. */
interface Origin {
  variable: string;
  url: string;
}

interface FileSettings extends Origin {
  kind: 'files';
  folder: string;
}

export interface S3Settings extends Origin {
  kind: 's3';
  bucket: string;
  /** Prefix of each key; empty, or with a trailing slash. */
  prefix: string;
  /** Undefined if the SDK determines it. */
  region: string | undefined;
  /** Undefined for Amazon's endpoint. */
  endpoint: string | undefined;
  isPathStyle: boolean;
  /** Undefined if the SDK determines them. */
  credentials:
    | { accessKeyId: string; secretAccessKey: string; sessionToken: string | undefined }
    | undefined;
  proxies: ProxySettings | undefined;
}

export type ObjectStoreSettings = FileSettings | S3Settings;

export const logStoreSettings = defineSettings({
  logs: {
    name: 'MILLRACE_LOGS_URL',
    kind: 'text',
    unset: 'the database',
    text: 'Object store for logs of finished steps, artifacts and caches: `s3://bucket/prefix` or `file:///folder`. See [Logs in object storage](configuration.md#logs-in-object-storage).',
  },
});
export const s3Settings = defineSettings({
  region: {
    name: 'MILLRACE_S3_REGION',
    kind: 'text',
    unset: '`AWS_REGION`',
    text: 'Region and URL of the S3 service.',
  },
  endpoint: { name: 'MILLRACE_S3_ENDPOINT', kind: 'url', unset: "Amazon's" },
  pathStyle: {
    name: 'MILLRACE_S3_PATH_STYLE',
    kind: 'choice',
    choices: ['false', 'true'],
    default: 'false',
    text: "`true` puts the bucket into the path, as most S3 services other than Amazon's require.",
  },
});

/** Storage for logs of finished steps; null for the database. */
export function readLogStoreSettings(env: Environment): ObjectStoreSettings | null {
  const { name: variable } = logStoreSettings.logs;
  const text = readSetting(env, logStoreSettings.logs);
  const isS3 = text?.startsWith('s3:') ?? false;
  const unused = Object.values(s3Settings).find(({ name }) => env[name]);
  if (unused && !isS3) {
    throw new StartError(
      `${unused.name} is set, so set ${variable} too, to s3://bucket or s3://bucket/prefix.`,
    );
  }
  if (!text) return null;
  return readStoreSettings(env, variable, text);
}

/** Reads the URL of an object store. `variable` is its source, for error messages. */
export function readStoreSettings(
  env: Environment,
  variable: string,
  text: string,
): ObjectStoreSettings {
  return text.startsWith('s3:')
    ? readS3Settings(env, variable, text)
    : readFileSettings(variable, text);
}

function readFileSettings(variable: string, text: string): FileSettings {
  const url = URL.parse(text);
  const isPath = url?.protocol === 'file:' && !/%|[?#]/.test(text);
  if (!isPath || url.host || url.pathname === '/') throw invalidUrl(variable, text);
  return { kind: 'files', variable, url: text, folder: fileURLToPath(url) };
}

function readS3Settings(env: Environment, variable: string, text: string): S3Settings {
  const [, bucket = '', path = ''] = /^s3:\/\/([^/]+)(?:\/(.*))?$/.exec(text) ?? [];
  const parts = path.split('/').filter((part) => part !== '');
  if (!bucket || !parts.every((part) => /^[\w.-]+$/.test(part) && !/^\.+$/.test(part))) {
    throw invalidUrl(variable, text);
  }
  const problem = bucketProblem(bucket);
  if (problem)
    throw new StartError(`The bucket "${bucket}" in ${variable} is invalid: ${problem}.`);
  const { endpoint, pathStyle, ...values } = readSettings(env, s3Settings);
  const region = values.region || env.AWS_REGION || env.AWS_DEFAULT_REGION;
  return {
    kind: 's3',
    variable,
    url: text,
    bucket,
    prefix: parts.map((part) => `${part}/`).join(''),
    // Compatible services have no regions, but signatures of calls include one.
    region: region || (endpoint ? 'us-east-1' : undefined),
    endpoint,
    isPathStyle: pathStyle === 'true',
    credentials: readCredentials(env),
    proxies: readProxies(env),
  };
}

/** Returns why S3 has no bucket of this name. Compatible services have the same rules. */
function bucketProblem(bucket: string): string | undefined {
  if (bucket.length < 3) return `its name has ${bucket.length} of at least 3 characters`;
  if (bucket.length > 63) return `its name has ${bucket.length} of at most 63 characters`;
  const labels = bucket.split('.');
  if (!labels.every((label) => /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(label))) {
    return 'names have lower-case letters and digits, with hyphens and dots between them';
  }
  if (isIPv4(bucket)) return 'its name is an address';
  return undefined;
}

/**
 * Reads credentials here, because they are removed from the environment in which the SDK would look for them.
 */
function readCredentials(env: Environment): S3Settings['credentials'] {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!accessKeyId || !secretAccessKey) return undefined;
  return { accessKeyId, secretAccessKey, sessionToken: env.AWS_SESSION_TOKEN || undefined };
}

function invalidUrl(variable: string, text: string): StartError {
  return new StartError(
    `${variable} must be as s3://bucket/prefix or file:///folder, not "${text}".`,
  );
}
