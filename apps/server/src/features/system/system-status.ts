import { access, constants } from 'node:fs/promises';
import type { SystemStatus } from '@millrace/contract/api';
import { version } from '@millrace/node-kit/version';
import { sql } from 'kysely';
import type { Contributed } from '../../contributions.ts';
import type { Core } from '../../core.ts';
import type { Database } from '../../db/database.ts';
import { isPostgres } from '../../db/dialect.ts';
import { checkStore } from '../../object-store/check-store.ts';
import { checkHealth } from '../../shared/check-health.ts';
import { readDisk } from '../../shared/read-disk.ts';

type Deps = Pick<
  Core,
  | 'config'
  | 'dirs'
  | 'db'
  | 'servers'
  | 'objectStore'
  | 'artifactStore'
  | 'publicUrl'
  | 'clock'
  | 'tls'
>;

/** Checks the dependencies of this server. */
export class SystemStatusReader {
  private readonly deps: Deps;
  private readonly contributed: Pick<Contributed, 'agedData'>;
  private readonly startedSec: number;

  constructor(deps: Deps, contributed: Pick<Contributed, 'agedData'>) {
    this.contributed = contributed;
    this.deps = deps;
    this.startedSec = deps.clock.nowSec();
  }

  async read(): Promise<SystemStatus> {
    const [database, disk, stores, aged, forge, servers] = await Promise.all([
      this.readDatabase(),
      this.readDisk(),
      this.readStores(),
      this.readAged(),
      this.readForge(),
      this.deps.servers.list(),
    ]);
    const node = process.versions.node;
    const { tls } = this.deps;
    return {
      ...version,
      node,
      started: this.startedSec,
      servers,
      database,
      disk,
      stores,
      aged,
      forge,
      certificate: tls && { expires: tls.certificate.expirySec ?? 0, error: tls.problem },
    };
  }

  private async readDatabase(): Promise<SystemStatus['database']> {
    const { db } = this.deps;
    let facts = { version: '', bytes: 0 };
    const health = await checkHealth(async () => {
      facts = await (isPostgres(db) ? readPostgres(db) : readSqlite(db));
    });
    return { kind: isPostgres(db) ? 'postgres' : 'sqlite', ...facts, health };
  }

  private async readDisk(): Promise<SystemStatus['disk']> {
    const { config } = this.deps;
    return { folder: config.dataDir, ...(await readDisk(config)) };
  }

  private async readStores(): Promise<SystemStatus['stores']> {
    const { config, dirs, objectStore, artifactStore } = this.deps;
    const settings = config.logStore;
    const external = settings && {
      kind: settings.kind === 's3' ? ('s3' as const) : ('folder' as const),
      place: settings.url,
    };
    const [logs, artifacts] = await Promise.all([
      checkHealth(async () => {
        if (objectStore) await checkStore(objectStore);
      }),
      checkHealth(() => checkStore(artifactStore)),
    ]);
    return [
      { content: 'logs', ...(external ?? { kind: 'database', place: '' }), health: logs },
      {
        content: 'artifacts',
        ...(external ?? { kind: 'folder', place: dirs.artifacts }),
        health: artifacts,
      },
    ];
  }

  private async readAged(): Promise<SystemStatus['aged']> {
    const aged: SystemStatus['aged'] = [];
    // The state of the database says why it cannot be counted.
    await checkHealth(async () => {
      for (const { content, days, measure } of this.contributed.agedData) {
        aged.push({ content, days, ...(await measure()) });
      }
    });
    return aged;
  }

  private async readForge(): Promise<SystemStatus['forge']> {
    const { config, dirs, publicUrl } = this.deps;
    const { remote } = config.forge;
    const health = await checkHealth((signal) =>
      remote
        ? checkUrl(remote.url, signal)
        : access(dirs.repositories, constants.R_OK | constants.W_OK),
    );
    return { kind: remote?.kind ?? 'builtin', url: remote?.url ?? publicUrl(), health };
  }
}

/** Any answer but a server error shows that the forge works: its start page may need a sign-in. */
async function checkUrl(url: string, signal: AbortSignal): Promise<void> {
  const response = await fetch(url, { signal, redirect: 'manual' });
  await response.body?.cancel();
  if (response.status >= 500) throw new Error(`The forge responded with ${response.status}`);
}

async function readPostgres(db: Database): Promise<{ version: string; bytes: number }> {
  const query = sql<{ version: string; bytes: string }>`
    select current_setting('server_version') as version,
      pg_database_size(current_database()) as bytes`;
  const [row] = (await query.execute(db)).rows;
  return { version: row?.version ?? '', bytes: Number(row?.bytes ?? 0) };
}

async function readSqlite(db: Database): Promise<{ version: string; bytes: number }> {
  const query = sql<{ version: string; bytes: number }>`
    select sqlite_version() as version, page_count * page_size as bytes
    from pragma_page_count, pragma_page_size`;
  const [row] = (await query.execute(db)).rows;
  return row ?? { version: '', bytes: 0 };
}
