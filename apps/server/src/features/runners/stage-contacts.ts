import type { Stage } from '@millrace/build-rules';
import type { Clock } from '@millrace/node-kit/clock';
import { type SqlBool, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { isPostgres } from '../../db/dialect.ts';

const flushMs = 5000;

/** Must match the condition of the partial index literally: the planner does not use it for bound values. */
const isUnderWay = sql<SqlBool>`status in ('pending', 'running')`;

interface Deps {
  db: Database;
  clock: Clock;
}

/** Last change of a stage's version or heartbeat that this server has seen. */
interface Sighting {
  version: number;
  heard: number | undefined;
  seenSec: number;
}

/**
 * Measures how long the runners of claimed stages have not called.
 *
 * A runner may call any server, but only the server with the lease looks for lost stages. So heartbeats are
 * in the database: the version of the stage, which increases with the claim and each report, and the time of
 * the last call in `stage_contacts`, which every server writes every few seconds. The server with the lease
 * measures with its own clock how long neither has changed. So a stage that it sees for the first time gets
 * the full timeout, and the clocks of the servers may differ.
 */
export class StageContacts {
  private readonly deps: Deps;
  private readonly sightings = new Map<number, Sighting>();
  /** Calls that this server received, by stage, in Unix seconds. */
  private readonly localCalls = new Map<number, number>();
  /** Calls that other servers recorded, by stage. */
  private remoteCalls = new Map<number, number>();
  private readonly unwritten = new Set<number>();
  private readonly stopped = new AbortController();
  private isWaiting = false;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /** Records a call of the runner that has claimed the stage. */
  record(stageId: number): void {
    this.localCalls.set(stageId, this.deps.clock.nowSec());
    if (!isPostgres(this.deps.db)) return;
    this.unwritten.add(stageId);
    this.writeSoon();
  }

  stop(): void {
    this.stopped.abort();
  }

  /** Reads the calls that other servers recorded. */
  async read(): Promise<void> {
    if (!isPostgres(this.deps.db)) return;
    const rows = await this.deps.db.selectFrom('stage_contacts').selectAll().execute();
    this.remoteCalls = new Map(rows.map(({ stage_id, heard }) => [stage_id, heard]));
  }

  /** Returns the seconds since the last heartbeat; 0 for a stage that was not seen before. */
  silenceSec({ id, version }: Pick<Stage, 'id' | 'version'>): number {
    const now = this.deps.clock.nowSec();
    const heard = this.remoteCalls.get(id);
    const last = this.sightings.get(id);
    const isChanged = !last || last.version !== version || last.heard !== heard;
    const seenSec = isChanged ? now : Math.max(last.seenSec, this.localCalls.get(id) ?? 0);
    this.sightings.set(id, { version, heard, seenSec });
    return now - seenSec;
  }

  /** Restarts the timeout of every stage: until now, no runner could reach the server. */
  restart(): void {
    this.sightings.clear();
    this.localCalls.clear();
  }

  /** Deletes all stages except these, which are the claimed ones. */
  async retain(stageIds: ReadonlySet<number>): Promise<void> {
    for (const known of [this.sightings, this.localCalls]) {
      for (const id of known.keys()) if (!stageIds.has(id)) known.delete(id);
    }
    if (!isPostgres(this.deps.db)) return;
    // Uses a query instead of these ids: another server may have added a stage that was claimed in the
    // meantime.
    await this.deps.db
      .deleteFrom('stage_contacts')
      .where('stage_id', 'not in', (eb) =>
        eb.selectFrom('stages').select('id').where(isUnderWay).where('machine', '!=', ''),
      )
      .execute();
  }

  private writeSoon(): void {
    const { signal } = this.stopped;
    if (this.isWaiting || signal.aborted) return;
    this.isWaiting = true;
    // One write at a time: an older one that commits last would overwrite the time of a newer one.
    void this.deps.clock.wait(flushMs, signal).then(async () => {
      if (!signal.aborted) await this.write();
      this.isWaiting = false;
      if (this.unwritten.size > 0) this.writeSoon();
    });
  }

  /** Records recent calls in the database, for the other servers. */
  private async write(): Promise<void> {
    const ids = [...this.unwritten];
    if (ids.length === 0) return;
    this.unwritten.clear();
    const heard = this.deps.clock.nowSec();
    try {
      await this.deps.db
        .insertInto('stage_contacts')
        .columns(['stage_id', 'heard'])
        .expression((stages) =>
          stages
            .selectFrom('stages')
            .select(['id', sql<number>`cast(${heard} as bigint)`.as('heard')])
            .where('id', 'in', ids),
        )
        .onConflict((conflict) => conflict.column('stage_id').doUpdateSet({ heard }))
        .execute();
    } catch {
      // The database is unavailable. These calls are written with later ones.
      for (const id of ids) this.unwritten.add(id);
    }
  }
}
