import { hostname } from 'node:os';
import type { ServerPosition } from '@millrace/build-rules';
import type { Logger } from '@millrace/node-kit/logger';
import { StartError } from '@millrace/node-kit/start-error';
import { sql } from 'kysely';
import { databaseNow } from '../db/clock.ts';
import type { Database } from '../db/database.ts';
import { isPostgres } from '../db/dialect.ts';
import { readSeenRunners, type SeenRunner } from './seen-runner.ts';

const beatMs = 4000;
/** A server that gave no sign of life for so long is gone. */
const goneSec = 20;
/** Servers that were gone for so long are forgotten. */
const forgottenSec = 24 * 60 * 60;

/** For what no server may see: throws {@link StartError} while there is one. */
export async function requireNoServer(db: Database): Promise<void> {
  const present = await presentServers(db).select('host').execute();
  const hosts = present.map(({ host }) => host).join(', ');
  if (hosts) throw new StartError(`Servers use this database, on ${hosts}: stop them first.`);
}

function presentServers(db: Database) {
  const since = sql<number>`${databaseNow(db)} - ${goneSec}`;
  return db.selectFrom('servers').where('seen', '>=', since);
}

interface Deps {
  db: Database;
  serverId: string;
  logger: Logger;
  /** The runners that ask this server for work. */
  listRunners: () => readonly SeenRunner[];
  /** Resolves after this time, or early when the signal says so. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** The servers on this database, with what they have to know of each other; a SQLite file has but one. */
export class ServerList {
  private readonly deps: Deps;
  private readonly stopped = new AbortController();
  private running: Promise<void> | undefined;
  private others = new Map<string, readonly SeenRunner[]>();
  /** Start of the period without gaps in reading and writing heartbeats. */
  private heardSinceMs = performance.now();
  private lastBeatMs = performance.now();

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /** Gives signs of life from now on, and hears those of others. */
  async run(): Promise<void> {
    if (!isPostgres(this.deps.db)) return;
    await this.beat();
    this.running = this.loop();
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    await this.running;
    if (!this.running) return;
    const { db, serverId } = this.deps;
    const own = db.deleteFrom('servers').where('id', '=', serverId);
    // The others notice by themselves where this cannot be said.
    await own.execute().catch(() => {});
  }

  /** Returns whether a server has stopped. False if its heartbeats could not have been received. */
  isGone(serverId: string): boolean {
    if (serverId === this.deps.serverId || this.others.has(serverId)) return false;
    return performance.now() - this.heardSinceMs > goneSec * 1000;
  }

  /** Lists the servers on this database. Empty if it cannot be shared. */
  async list(): Promise<{ host: string; seen: number; own: boolean }[]> {
    const { db, serverId } = this.deps;
    if (!isPostgres(db)) return [];
    const rows = await presentServers(db).select(['id', 'host', 'seen']).orderBy('host').execute();
    return rows.map(({ id, host, seen }) => ({ host, seen, own: id === serverId }));
  }

  /** Which of the servers that are there this is, in an order that is the same for all. */
  findPosition(): ServerPosition {
    const ids = [this.deps.serverId, ...this.others.keys()].sort();
    return { index: ids.indexOf(this.deps.serverId), count: ids.length };
  }

  /** The runners that asked the other servers for work, some seconds ago. */
  listOtherRunners(): SeenRunner[] {
    return [...this.others.values()].flat();
  }

  private async beat(): Promise<void> {
    const { db, serverId, listRunners } = this.deps;
    const now = databaseNow(db);
    const sign = { host: hostname(), seen: now, runners: JSON.stringify(listRunners()) };
    await db
      .insertInto('servers')
      .values({ id: serverId, ...sign })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(sign))
      .execute();
    const others = await presentServers(db)
      .select(['id', 'runners'])
      .where('id', '!=', serverId)
      .execute();
    this.others = new Map(others.map(({ id, runners }) => [id, readSeenRunners(runners)]));
    const atMs = performance.now();
    if (atMs - this.lastBeatMs > (goneSec * 1000) / 2) this.heardSinceMs = atMs;
    this.lastBeatMs = atMs;
    await db
      .deleteFrom('servers')
      .where('seen', '<', sql<number>`${now} - ${forgottenSec}`)
      .execute();
  }

  private async loop(): Promise<void> {
    for (;;) {
      await this.deps.wait(beatMs, this.stopped.signal);
      if (this.stopped.signal.aborted) return;
      await this.beat().catch((error: unknown) => {
        this.deps.logger.warn({ err: error }, 'The sign of life could not be written');
      });
    }
  }
}
