import type { Clock } from '@millrace/node-kit/clock';
import { type SqlBool, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { isPostgres } from '../../db/dialect.ts';
import type { Stage } from '../../domain/build.ts';

const flushMs = 5000;

/** Literals, so that the partial index of unfinished stages serves it. */
const isUnderWay = sql<SqlBool>`status in ('pending', 'running')`;

interface Deps {
  db: Database;
  clock: Clock;
}

/** Last sign of life of a claimed stage, as this server has seen it. */
interface Sighting {
  version: number;
  heard: number | undefined;
  seenSec: number;
}

/**
 * Measures for how long the runners of claimed stages have been silent.
 *
 * A stage is claimed at one server and watched by another, the one that does the background work. Both
 * signs of life are in the database: the version of the stage, which grows with the claim and each report,
 * and the time of the last call in `stage_contacts`, which every server writes every few seconds. The
 * watching server measures with its own clock the time since it has seen one of them change, so a stage
 * that it sees for the first time has the full time, and clocks of servers need not agree.
 */
export class StageContacts {
  private readonly deps: Deps;
  private readonly sightings = new Map<number, Sighting>();
  /** Calls that this server has answered, in Unix seconds. */
  private readonly heardHere = new Map<number, number>();
  /** Calls that other servers have written down. */
  private heardElsewhere = new Map<number, number>();
  private readonly unwritten = new Set<number>();
  private readonly stopped = new AbortController();
  private isWaiting = false;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /** Records a call of the runner that has claimed the stage. */
  note(stageId: number): void {
    this.heardHere.set(stageId, this.deps.clock.nowSec());
    if (!isPostgres(this.deps.db)) return;
    this.unwritten.add(stageId);
    this.writeSoon();
  }

  stop(): void {
    this.stopped.abort();
  }

  /** Reads the calls that other servers have written down. */
  async read(): Promise<void> {
    if (!isPostgres(this.deps.db)) return;
    const rows = await this.deps.db.selectFrom('stage_contacts').selectAll().execute();
    this.heardElsewhere = new Map(rows.map(({ stage_id, heard }) => [stage_id, heard]));
  }

  /** Returns the seconds since the last sign of life; 0 for a stage that was not seen before. */
  silenceSec({ id, version }: Pick<Stage, 'id' | 'version'>): number {
    const now = this.deps.clock.nowSec();
    const heard = this.heardElsewhere.get(id);
    const last = this.sightings.get(id);
    const isChanged = !last || last.version !== version || last.heard !== heard;
    const seenSec = isChanged ? now : Math.max(last.seenSec, this.heardHere.get(id) ?? 0);
    this.sightings.set(id, { version, heard, seenSec });
    return now - seenSec;
  }

  /** Gives every stage the full time again: no runner could reach the server until now. */
  restart(): void {
    this.sightings.clear();
    this.heardHere.clear();
  }

  /** Forgets all stages but these, which are the claimed ones. */
  async retain(stageIds: ReadonlySet<number>): Promise<void> {
    for (const known of [this.sightings, this.heardHere]) {
      for (const id of known.keys()) if (!stageIds.has(id)) known.delete(id);
    }
    if (!isPostgres(this.deps.db)) return;
    // Not by these ids: another server may have written a stage that was claimed after they were read.
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
    void this.deps.clock.wait(flushMs, signal).then(() => {
      this.isWaiting = false;
      if (!signal.aborted) return this.write();
    });
  }

  /** Writes the calls of the last seconds where the other servers read them. */
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
      // The database is away. The calls are written with those that follow.
      for (const id of ids) this.unwritten.add(id);
      this.writeSoon();
    }
  }
}
