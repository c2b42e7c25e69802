import { DatabaseSync } from 'node:sqlite';
import { createConnection, type ResultSetHeader } from 'mysql2/promise';
import pg from 'pg';
import type { DroneDatabaseKind } from '../../src/drone/import/drone-database.ts';

type Kind = 'id' | 'whole' | 'flag' | 'text' | 'bytes' | 'number';

const types: Record<DroneDatabaseKind, Record<Kind, string>> = {
  sqlite3: {
    id: 'INTEGER PRIMARY KEY',
    whole: 'INTEGER',
    flag: 'BOOLEAN',
    text: 'TEXT',
    bytes: 'BLOB',
    number: 'NUMBER',
  },
  postgres: {
    id: 'SERIAL PRIMARY KEY',
    whole: 'INTEGER',
    flag: 'BOOLEAN',
    text: 'TEXT',
    bytes: 'BYTEA',
    number: 'INTEGER',
  },
  mysql: {
    id: 'INTEGER PRIMARY KEY AUTO_INCREMENT',
    whole: 'INTEGER',
    flag: 'BOOLEAN',
    text: 'TEXT',
    bytes: 'LONGBLOB',
    number: 'INTEGER',
  },
};

/** Names of columns after the prefix of their table, by type. */
function columns(prefix: string, list: Partial<Record<Kind, string>>): Map<string, Kind> {
  return new Map(
    Object.entries(list).flatMap(([kind, names]) =>
      names.split(' ').map((name): [string, Kind] => [`${prefix}_${name}`, kind as Kind]),
    ),
  );
}

/** Tables of a Drone 2 server that an import reads. */
const tables: Record<string, Map<string, Kind>> = {
  users: columns('user', {
    id: 'id',
    text: 'login email avatar hash',
    flag: 'admin machine active syncing',
    whole: 'synced created updated last_login oauth_expiry',
    bytes: 'oauth_token oauth_refresh',
  }),
  repos: columns('repo', {
    id: 'id',
    text: 'uid namespace name slug scm clone_url ssh_url html_url visibility branch config signer secret',
    flag: 'active private trusted protected no_forks no_pulls cancel_pulls cancel_push cancel_running',
    whole: 'user_id counter timeout synced created updated version throttle',
  }),
  perms: columns('perm', {
    whole: 'user_id synced created updated',
    text: 'repo_uid',
    flag: 'read write admin',
  }),
  builds: columns('build', {
    id: 'id',
    text: 'trigger status error event action link title message before after ref source_repo source target author author_name author_email author_avatar sender deploy params cron',
    whole: 'repo_id number parent timestamp started finished created updated version',
    flag: 'debug',
    number: 'deploy_id',
  }),
  stages: columns('stage', {
    id: 'id',
    text: 'kind type name status error os arch variant kernel machine depends_on labels',
    whole:
      'repo_id build_id number exit_code limit limit_repo started stopped created updated version',
    flag: 'errignore on_success on_failure',
  }),
  steps: columns('step', {
    id: 'id',
    text: 'name status error depends_on image schema',
    whole: 'stage_id number exit_code started stopped version',
    flag: 'errignore detached',
  }),
  logs: columns('log', { id: 'id', bytes: 'data' }),
  cards: columns('card', { id: 'id', bytes: 'data' }),
  cron: columns('cron', {
    id: 'id',
    text: 'name expr event branch target',
    whole: 'repo_id next prev created updated version',
    flag: 'disabled',
  }),
  secrets: columns('secret', {
    id: 'id',
    text: 'name',
    whole: 'repo_id',
    bytes: 'data',
    flag: 'pull_request pull_request_push',
  }),
  orgsecrets: columns('secret', {
    id: 'id',
    text: 'namespace name type',
    bytes: 'data',
    flag: 'pull_request pull_request_push',
  }),
  templates: columns('template', {
    id: 'id',
    text: 'name namespace',
    bytes: 'data',
    whole: 'created updated',
  }),
};

type DroneValue = string | number | boolean | Uint8Array;
export type DroneRow = Record<string, DroneValue | undefined>;

/** Writes a database of Drone. Columns without a value are empty, as Drone fills them. */
export interface DroneWriter {
  insert(table: string, rows: readonly DroneRow[]): Promise<void>;
  close(): Promise<void>;
}

interface Connection {
  run(sql: string, values: readonly DroneValue[]): Promise<void>;
  close(): Promise<void>;
}

/** Creates the tables in an empty database. */
export async function createDroneDatabase(
  kind: DroneDatabaseKind,
  url: string,
): Promise<DroneWriter> {
  const connection = await { sqlite3: openFile, postgres: openPostgres, mysql: openMysql }[kind](
    url,
  );
  for (const [table, kinds] of Object.entries(tables)) {
    const list = [...kinds].map(([name, type]) => `${name} ${types[kind][type]}`);
    await connection.run(`create table ${table} (${list.join(', ')})`, []);
  }
  await connection.run('create index ix_stages_build on stages (stage_build_id)', []);
  await connection.run('create index ix_steps_stage on steps (step_stage_id)', []);
  return {
    close: () => connection.close(),
    async insert(table, rows) {
      const kinds = [...(tables[table] ?? [])];
      const perStatement = Math.floor(30_000 / kinds.length);
      for (let at = 0; at < rows.length; at += perStatement) {
        const some = rows.slice(at, at + perStatement);
        const marks = some.map(() => `(${kinds.map(() => '?').join(', ')})`).join(', ');
        const names = kinds.map(([name]) => name).join(', ');
        const values = some.flatMap((row) =>
          kinds.map(([name, type]) => row[name] ?? emptyOf(type)),
        );
        await connection.run(`insert into ${table} (${names}) values ${marks}`, values);
      }
    },
  };
}

function emptyOf(kind: Kind): DroneValue {
  if (kind === 'flag') return false;
  if (kind === 'bytes') return Buffer.alloc(0);
  return kind === 'text' ? '' : 0;
}

async function openFile(path: string): Promise<Connection> {
  const database = new DatabaseSync(path);
  database.exec('pragma journal_mode = wal; pragma synchronous = off');
  return {
    async run(sql, values) {
      const inputs = values.map((value) => (typeof value === 'boolean' ? Number(value) : value));
      database.prepare(sql).run(...inputs);
    },
    close: async () => database.close(),
  };
}

async function openPostgres(url: string): Promise<Connection> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    async run(sql, values) {
      let count = 0;
      await client.query(
        sql.replaceAll('?', () => `$${++count}`),
        [...values],
      );
    },
    close: () => client.end(),
  };
}

async function openMysql(url: string): Promise<Connection> {
  const connection = await createConnection({ uri: url, charset: 'utf8mb4' });
  return {
    async run(sql, values) {
      await connection.query<ResultSetHeader>(sql, [...values]);
    },
    close: () => connection.end(),
  };
}
