import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { isPostgres } from '../../db/dialect.ts';
import type { Clock } from '../../shared/clock.ts';

const flushMs = 5000;

interface Parts {
  db: Database;
  clock: Clock;
}

/**
 * When each claimed stage was last heard of. A server that starts to look gives all the full time. Where
 * several servers share a database, each writes down what it heard, every few seconds.
 */
export class StageContacts {
  private readonly parts: Parts;
  private readonly heardSec = new Map<number, number>();
  /** Heard since the last time that it was written down. */
  private readonly fresh = new Set<number>();
  private timer: NodeJS.Timeout | undefined;
  private startedSec: number;

  constructor(parts: Parts) {
    this.parts = parts;
    this.startedSec = parts.clock.nowSec();
  }

  note(stageId: number): void {
    this.heardSec.set(stageId, this.parts.clock.nowSec());
    if (!isPostgres(this.parts.db)) return;
    this.fresh.add(stageId);
    this.timer ??= setTimeout(() => void this.write(), flushMs).unref();
  }

  /** What other servers heard. */
  async read(): Promise<void> {
    if (!isPostgres(this.parts.db)) return;
    for (const { stage_id, heard } of await this.parts.db
      .selectFrom('stage_contacts')
      .selectAll()
      .execute()) {
      if (heard > (this.heardSec.get(stage_id) ?? 0)) this.heardSec.set(stage_id, heard);
    }
  }

  silenceSec(stageId: number): number {
    const heardSec = Math.max(this.heardSec.get(stageId) ?? 0, this.startedSec);
    return this.parts.clock.nowSec() - heardSec;
  }

  /** Nobody could be heard until now: everyone has the full time again. */
  restart(): void {
    this.heardSec.clear();
    this.startedSec = this.parts.clock.nowSec();
  }

  /** Forgets all stages but these. */
  async retain(stageIds: ReadonlySet<number>): Promise<void> {
    for (const id of this.heardSec.keys()) if (!stageIds.has(id)) this.heardSec.delete(id);
    if (!isPostgres(this.parts.db)) return;
    const others = this.parts.db
      .deleteFrom('stage_contacts')
      .where('stage_id', 'not in', [0, ...stageIds]);
    await others.execute();
  }

  private async write(): Promise<void> {
    this.timer = undefined;
    const ids = [...this.fresh];
    this.fresh.clear();
    const heard = this.parts.clock.nowSec();
    await this.parts.db
      .insertInto('stage_contacts')
      .columns(['stage_id', 'heard'])
      .expression((stages) =>
        stages
          .selectFrom('stages')
          .select(['id', sql<number>`cast(${heard} as bigint)`.as('heard')])
          .where('id', 'in', ids),
      )
      .onConflict((conflict) => conflict.column('stage_id').doUpdateSet({ heard }))
      .execute()
      // What is heard next says it too.
      .catch(() => {});
  }
}
