import { StartError } from '@millrace/node-kit/start-error';
import { type QueryLimits, usualQueryLimits } from './query-limits.ts';
import { type Environment, readChoice, readText, readWhole } from './read-variable.ts';

export interface DatabaseSettings {
  /** URL of a Postgres database; undefined for the SQLite file in the data folder. */
  url: string | undefined;
  /** Maximum number of Postgres connections. */
  connections: number;
  limits: QueryLimits;
  /** Whether the server may use a database that a newer version has migrated. */
  allowsNewer: boolean;
}

/** Reads the settings. Throws {@link StartError} with the name of an invalid variable. */
export function readDatabaseSettings(env: Environment): DatabaseSettings {
  const url = readText(env, 'MILLRACE_DATABASE_URL');
  if (url && !(URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol))) {
    throw new StartError(
      'MILLRACE_DATABASE_URL must be the address of a Postgres: postgres://USER:PASSWORD@HOST/DATABASE.',
    );
  }
  const { readSec, writeSec } = usualQueryLimits;
  return {
    url,
    connections: readWhole(env, 'MILLRACE_DATABASE_CONNECTIONS', 10, 2, 1000),
    limits: {
      readSec: readWhole(env, 'MILLRACE_READ_SECONDS', readSec, 1, 3600),
      writeSec: readWhole(env, 'MILLRACE_WRITE_SECONDS', writeSec, 1, 3600),
    },
    allowsNewer:
      readChoice(env, 'MILLRACE_NEWER_DATABASE', ['refuse', 'allow'] as const) === 'allow',
  };
}
