import { statSync } from 'node:fs';
import { errorMessage } from '@millrace/node-kit/error-message';
import { StartError } from '@millrace/node-kit/start-error';
import { openSqlite } from '../../db/sqlite/node-sqlite.ts';

export const droneDatabaseKinds = ['sqlite3', 'postgres', 'mysql'] as const;
export type DroneDatabaseKind = (typeof droneDatabaseKinds)[number];

/** Database of a Drone server, which is only read. */
export interface DroneDatabase {
  /** Runs a query with `?` for each parameter. */
  query(sql: string, parameters?: readonly (string | number)[]): Promise<unknown[]>;
  close(): Promise<void>;
}

/** Columns without which a database is not one of Drone 2. Columns of later versions may be missing. */
const requiredColumns: Readonly<Record<string, readonly string[]>> = {
  users: ['user_id', 'user_login', 'user_hash', 'user_oauth_token'],
  repos: ['repo_id', 'repo_uid', 'repo_slug', 'repo_counter', 'repo_signer', 'repo_secret'],
  perms: ['perm_user_id', 'perm_repo_uid'],
  builds: ['build_id', 'build_repo_id', 'build_number', 'build_status'],
  stages: ['stage_id', 'stage_build_id', 'stage_number'],
  steps: ['step_id', 'step_stage_id', 'step_number'],
  logs: ['log_id', 'log_data'],
  cron: ['cron_id', 'cron_repo_id', 'cron_expr'],
  secrets: ['secret_id', 'secret_repo_id', 'secret_data'],
};

/**
 * Opens a database of Drone.
 * @throws StartError if it cannot be opened, or is not one of Drone 2
 */
export async function openDroneDatabase(
  kind: DroneDatabaseKind,
  url: string,
): Promise<DroneDatabase> {
  const open = { sqlite3: openFile, postgres: openPostgres, mysql: openMysql }[kind];
  let database: DroneDatabase;
  try {
    database = await open(url);
  } catch (error) {
    // The URL contains a password.
    throw new StartError(`The ${kind} database of Drone cannot be opened: ${describe(error)}`);
  }
  try {
    await requireSchema(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

async function openFile(path: string): Promise<DroneDatabase> {
  const file = path.replace(/^file:(\/\/)?/, '').replace(/\?.*$/, '');
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
    // The address of another database contains a password.
    throw new StartError(
      file.includes('://') ? 'its file is expected' : `there is no file ${file}`,
    );
  }
  const sqlite = openSqlite(file, { readOnly: true });
  return {
    query: async (sql, parameters = []) => {
      try {
        return sqlite.prepare(sql).all(parameters);
      } catch (error) {
        if (!isTooLarge(error)) throw error;
        throw new StartError(`A number in the database of Drone is too large: ${describe(error)}`);
      }
    },
    close: async () => sqlite.close(),
  };
}

async function openPostgres(url: string): Promise<DroneDatabase> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  // A lost connection fails the next query.
  client.on('error', () => {});
  await client.connect();
  return {
    query: async (sql, parameters = []) => {
      let count = 0;
      const numbered = sql.replaceAll('?', () => `$${++count}`);
      return (await client.query(numbered, [...parameters])).rows;
    },
    close: () => client.end(),
  };
}

async function openMysql(url: string): Promise<DroneDatabase> {
  const { createConnection } = await import('mysql2/promise');
  const connection = await createConnection({ uri: toMysqlUrl(url), charset: 'utf8mb4' });
  connection.on('error', () => {});
  return {
    query: async (sql, parameters = []) => {
      const [rows] = await connection.query(sql, [...parameters]);
      return Array.isArray(rows) ? rows : [];
    },
    close: () => connection.end(),
  };
}

/** Converts a data source as Drone has it: `user:password@tcp(host:3306)/drone?parseTime=true`. */
function toMysqlUrl(url: string): string {
  const parts = /^([^:@]*)(?::(.*))?@tcp\(([^)]*)\)\/([^?]*)/.exec(url);
  if (!parts) return url;
  const [, user = '', password = '', host = '', name = ''] = parts;
  return `mysql://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${host}/${name}`;
}

async function requireSchema(database: DroneDatabase): Promise<void> {
  for (const [table, columns] of Object.entries(requiredColumns)) {
    try {
      await database.query(`select ${columns.join(', ')} from ${table} where 1 = 0`);
    } catch (error) {
      throw new StartError(
        `This is not a database of Drone 2: table ${table} cannot be read. ${describe(error)}`,
      );
    }
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_OUT_OF_RANGE';
}

function describe(error: unknown): string {
  const [line = ''] = errorMessage(error).split('\n');
  return line;
}
