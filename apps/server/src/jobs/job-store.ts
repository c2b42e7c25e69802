import { parseJson } from '@millrace/node-kit/parse-json';
import { TimeSlice } from '@millrace/node-kit/time-slice';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { JobRow } from '../db/tables.ts';
import type { Job, JobKind, NewJob } from './job.ts';

/** Number of places whose next job is read with one query. */
const placesAtOnce = 500;
/** Maximum number of jobs of one place among which the next one is picked. */
const maxOpenOfPlace = 100;

/** Jobs in the database: open ones, and those that have failed (dead letters). */
export class JobStore<Payload> {
  private readonly db: Db;
  private readonly kind: Pick<JobKind<Payload>, 'name' | 'payload' | 'pickNext'>;
  /** Last place that was listed; undefined at the end. Places are listed in rotation. */
  private lastPlace: number | undefined;

  constructor(db: Db, kind: Pick<JobKind<Payload>, 'name' | 'payload' | 'pickNext'>) {
    this.db = db;
    this.kind = kind;
  }

  /** Adds a job that is due now. If the key exists, that job becomes due again, with the new payload. */
  async add({ key, place, payload }: NewJob<Payload>, nowSec: number): Promise<void> {
    const fresh = { payload: JSON.stringify(payload), since: nowSec, due: nowSec, tries: 0 };
    await this.db
      .insertInto('jobs')
      .values({ kind: this.kind.name, key, place, ...fresh })
      .onConflict((conflict) =>
        conflict.columns(['kind', 'key']).doUpdateSet((row) => ({
          ...fresh,
          aside: 0,
          error: null,
          revision: row('jobs.revision', '+', 1),
        })),
      )
      .execute();
  }

  /** Lists the next due job of each place, with payloads as stored. If there are many places, lists some of them. */
  async listDue(nowSec: number): Promise<Job<string>[]> {
    // Most calls find nothing, and need not look at each place.
    const anyDue = this.open().select('id').where('due', '<=', nowSec).limit(1);
    if (!(await anyDue.executeTakeFirst())) return [];
    const slice = new TimeSlice();
    for (let remaining = this.lastPlace === undefined ? 1 : 2; remaining > 0; ) {
      const due = await this.listDueOf(await this.readPlaces(nowSec), nowSec);
      if (due.length > 0) return due;
      if (this.lastPlace === undefined) remaining -= 1;
      if (slice.isOver()) await slice.next();
    }
    return [];
  }

  /** Returns the earliest due time after `nowSec`; undefined for none. */
  async findNextDue(nowSec: number): Promise<number | undefined> {
    const row = await this.open()
      .select((job) => job.fn.min('due').as('due'))
      .where('due', '>', nowSec)
      .executeTakeFirst();
    return row?.due ?? undefined;
  }

  async retry({ id, revision }: Job<unknown>, due: number, isAside: boolean): Promise<void> {
    await this.db
      .updateTable('jobs')
      .set((row) => ({ due, aside: isAside ? 1 : 0, tries: row('tries', '+', 1) }))
      .where('id', '=', id)
      .where('revision', '=', revision)
      .execute();
  }

  /** Deletes a finished job. Returns false if it was deleted or added again in the meantime. */
  async finish({ id, revision }: Pick<Job<unknown>, 'id' | 'revision'>): Promise<boolean> {
    const { numDeletedRows } = await this.db
      .deleteFrom('jobs')
      .where('id', '=', id)
      .where('revision', '=', revision)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  /** Deletes an open job. */
  async drop(key: string): Promise<void> {
    await this.db
      .deleteFrom('jobs')
      .where('kind', '=', this.kind.name)
      .where('key', '=', key)
      .where('error', 'is', null)
      .execute();
  }

  async isOpen(key: string): Promise<boolean> {
    return (await this.open().select('id').where('key', '=', key).executeTakeFirst()) !== undefined;
  }

  /** Stores the job as a dead letter, until it is added again or {@link deleteFailedJobs} deletes it. */
  async fail({ id, revision }: Job<unknown>, error: string, nowSec: number): Promise<void> {
    await this.db
      .updateTable('jobs')
      .set({ error, due: nowSec })
      .where('id', '=', id)
      .where('revision', '=', revision)
      .execute();
  }

  /** Lists the due ones of the first jobs of places, or those that may overtake them. */
  private async listDueOf(first: readonly number[], nowSec: number): Promise<Job<string>[]> {
    const rows = await this.db
      .selectFrom('jobs')
      .selectAll()
      .where('id', 'in', [0, ...first])
      .orderBy('id')
      .execute();
    const due: Job<string>[] = [];
    for (const row of rows) {
      if (row.due <= nowSec) due.push(toJob(row));
      else if (row.aside) {
        const next = await this.findOvertaking(row.place, nowSec);
        if (next) due.push(next);
      }
    }
    return due;
  }

  /**
   * Returns the ids of the first jobs of the next places: due ones, unless the jobs have an order. Finds each place in
   * the index, because there may be very many jobs of one.
   */
  private async readPlaces(nowSec: number): Promise<number[]> {
    const { name, pickNext } = this.kind;
    const after = this.lastPlace ?? Number.MIN_SAFE_INTEGER;
    const next = sql`select min(place) from jobs where kind = ${name} and error is null and jobs.place >`;
    // The sign keeps SQLite from reading all due jobs of the kind.
    const isCandidate = pickNext ? sql`true` : sql`+jobs.due <= cast(${nowSec} as bigint)`;
    const { rows } = await sql<{ place: number; id: number | null }>`
      with recursive places(place, number) as (
        select (${next} cast(${after} as bigint)), 1
        union all
        select (${next} places.place), number + 1 from places
        where places.place is not null and number < ${placesAtOnce}
      )
      select place, (
        select id from jobs
        where kind = ${name} and error is null and jobs.place = places.place and ${isCandidate}
        order by id limit 1
      ) as id
      from places where place is not null`.execute(this.db);
    this.lastPlace = rows.length === placesAtOnce ? rows.at(-1)?.place : undefined;
    return rows.flatMap(({ id }) => id ?? []);
  }

  private async findOvertaking(place: number, nowSec: number): Promise<Job<string> | undefined> {
    const jobs = this.open().selectAll().where('place', '=', place);
    const rows = await jobs.orderBy('id').limit(maxOpenOfPlace).execute();
    const open = rows.map(toJob);
    const readable = open.flatMap((job) => {
      const payload = parseJson(this.kind.payload, job.payload);
      return payload === undefined ? [] : [{ ...job, payload }];
    });
    const next = this.kind.pickNext?.(readable, nowSec);
    return open.find(({ id }) => id === next?.id);
  }

  private open() {
    return this.db.selectFrom('jobs').where('kind', '=', this.kind.name).where('error', 'is', null);
  }
}

function toJob({ aside, error: _, kind: __, ...job }: JobRow): Job<string> {
  return { ...job, isAside: aside === 1 };
}
