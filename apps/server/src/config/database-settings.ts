import { StartError } from '../shared/start-error.ts';
import { type Environment, readWhole } from './read-variable.ts';

export interface DatabaseSettings {
  /** Of a Postgres; undefined for the SQLite file of the data folder. */
  url: string | undefined;
  /** How many connections of a Postgres the server uses at most. */
  connections: number;
}

/** Throws {@link StartError} naming the variable that does not fit. */
export function readDatabaseSettings(env: Environment): DatabaseSettings {
  const url = env.MILLRACE_DATABASE_URL || undefined;
  if (url && !(URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol))) {
    throw new StartError(
      'MILLRACE_DATABASE_URL must be the address of a Postgres: postgres://USER:PASSWORD@HOST/DATABASE.',
    );
  }
  return { url, connections: readWhole(env, 'MILLRACE_DATABASE_CONNECTIONS', 10, 2, 1000) };
}
