import { defineSettings } from '@millrace/node-kit/settings/define-settings';
import { type Environment, readSettings } from '@millrace/node-kit/settings/read-settings';
import { StartError } from '@millrace/node-kit/start-error';
import { type QueryLimits, usualQueryLimits } from './query-limits.ts';

export interface DatabaseSettings {
  /** URL of a Postgres database; undefined for the SQLite file in the data folder. */
  url: string | undefined;
  /** Maximum number of Postgres connections. */
  connections: number;
  limits: QueryLimits;
  /** Whether the server may use a database that a newer version has migrated. */
  allowsNewer: boolean;
}

export const databaseSettings = defineSettings({
  url: {
    name: 'MILLRACE_DATABASE_URL',
    kind: 'text',
    secret: true,
    unset: 'SQLite in the data folder',
    text: '`postgres://USER:PASSWORD@HOST/DATABASE`. See [Postgres](configuration.md#postgres).',
  },
  connections: {
    name: 'MILLRACE_DATABASE_CONNECTIONS',
    kind: 'whole',
    default: 10,
    min: 2,
    max: 1000,
    text: 'Maximum number of connections, in addition to two: one receives notifications, one tells whether anything has changed.',
  },
  newer: {
    name: 'MILLRACE_NEWER_DATABASE',
    kind: 'choice',
    choices: ['refuse', 'allow'],
    default: 'refuse',
    text: '`allow` starts this version on a database migrated by a newer one, during an update or to go back one version.',
  },
});

export const queryLimitSettings = defineSettings({
  readSec: {
    name: 'MILLRACE_READ_SECONDS',
    kind: 'whole',
    default: usualQueryLimits.readSec,
    min: 1,
    max: 3600,
    text: 'Query timeout of calls that only read, on Postgres.',
  },
  writeSec: {
    name: 'MILLRACE_WRITE_SECONDS',
    kind: 'whole',
    default: usualQueryLimits.writeSec,
    min: 1,
    max: 3600,
    text: 'Query timeout of all other calls, on Postgres.',
  },
});

/** The built-in forge. */
export const repositorySettings = defineSettings({
  repositoriesDir: {
    name: 'MILLRACE_REPOSITORIES',
    kind: 'path',
    unset: 'the data folder',
    text: 'Repositories of the built-in forge. Several servers must share this folder.',
  },
});

/** Reads the settings. Throws {@link StartError} with the name of an invalid variable. */
export function readDatabaseSettings(env: Environment): DatabaseSettings {
  const { url, connections, newer } = readSettings(env, databaseSettings);
  if (url && !(URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol))) {
    throw new StartError(
      `${databaseSettings.url.name} must be the address of a Postgres: postgres://USER:PASSWORD@HOST/DATABASE.`,
    );
  }
  return {
    url,
    connections,
    limits: readSettings(env, queryLimitSettings),
    allowsNewer: newer === 'allow',
  };
}
