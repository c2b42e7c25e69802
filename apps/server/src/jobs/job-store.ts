import type { Db } from '../db/database.ts';
import type { JobRow } from '../db/tables.ts';
import { parseJson } from '../shared/parse-json.ts';
import type { Job, JobKind, NewJob } from './job.ts';

/** Maximum number of places whose next job is read with one query. */
const maxDue = 100;
/** Maximum number of jobs of one place among which the next one is picked. */
const maxOpenOfPlace = 100;

/** Jobs in the database: open ones, and those that have failed (dead letters). */
export class JobStore<Payload> {
  private readonly db: Db;
  private readonly kind: Pick<JobKind<Payload>, 'name' | 'payload' | 'pickNext'>;

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

  /** Lists the next due job of each place, oldest first, with payloads as stored. */
  async listDue(nowSec: number): Promise<Job<string>[]> {
    return this.kind.pickNext ? this.listInOrder(nowSec) : this.listAnyDue(nowSec);
  }

  /** Returns the earliest due time after `nowSec`; undefined for none. */
  async findNextDue(nowSec: number): Promise<number | undefined> {
    const { pickNext } = this.kind;
    const jobs = pickNext ? this.open().where('id', 'in', this.oldestIds()) : this.open();
    const row = await jobs
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

  /** Stores the job as a dead letter, until it is added again or {@link deleteFailedJobs} deletes it. */
  async fail({ id, revision }: Job<unknown>, error: string, nowSec: number): Promise<void> {
    await this.db
      .updateTable('jobs')
      .set({ error, due: nowSec })
      .where('id', '=', id)
      .where('revision', '=', revision)
      .execute();
  }

  private async listAnyDue(nowSec: number): Promise<Job<string>[]> {
    const first = this.open()
      .select((job) => job.fn.min('id').as('id'))
      .where('due', '<=', nowSec)
      .groupBy('place');
    const rows = await this.open()
      .selectAll()
      .where('id', 'in', first)
      .orderBy('id')
      .limit(maxDue)
      .execute();
    return rows.map(toJob);
  }

  private async listInOrder(nowSec: number): Promise<Job<string>[]> {
    const oldest = this.open().selectAll().where('id', 'in', this.oldestIds());
    const due: Job<string>[] = [];
    for (const row of await oldest.orderBy('id').execute()) {
      if (row.due <= nowSec) due.push(toJob(row));
      else if (row.aside) {
        const next = await this.findOvertaking(row.place, nowSec);
        if (next) due.push(next);
      }
    }
    return due;
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

  private oldestIds() {
    return this.open()
      .select((job) => job.fn.min('id').as('id'))
      .groupBy('place');
  }

  private open() {
    return this.db.selectFrom('jobs').where('kind', '=', this.kind.name).where('error', 'is', null);
  }
}

function toJob({ aside, error: _, kind: __, ...job }: JobRow): Job<string> {
  return { ...job, isAside: aside === 1 };
}
