import type { UsageGroup } from '@millrace/contract/api';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { replacedName } from '../../domain/person.ts';
import type { Use } from './used-stages.ts';

interface Owner {
  namespace: string;
  repo: string;
}

export interface UsageFilter {
  /** First and last day, since 1970. */
  from: number;
  to: number;
  namespace?: string | undefined;
}

export interface UsedByGroup {
  name: string;
  labels: string;
  stages: number;
  seconds: number;
  waited: number;
}

const columns = {
  namespace: sql<string>`namespace`,
  repo: sql<string>`namespace || '/' || repo`,
  person: sql<string>`person`,
  runner: sql<string>`runner`,
  labels: sql<string>`labels`,
  day: sql<string>`cast(day as text)`,
} satisfies Record<UsageGroup, unknown>;

/** Use of runners by day. Names are those of the time, and outlive what they name. */
export class UsageStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /** Marks an attempt of a build as counted. Returns false if it was counted before. */
  async claim(buildId: number, attempt: number): Promise<boolean> {
    const claimed = await this.db
      .insertInto('usage_builds')
      .values({ build_id: buildId, attempt })
      .onConflict((conflict) =>
        conflict
          .column('build_id')
          .doUpdateSet({ attempt })
          .where('usage_builds.attempt', '<', attempt),
      )
      .returning('build_id')
      .executeTakeFirst();
    return claimed !== undefined;
  }

  async add(owner: Owner, uses: readonly Use[]): Promise<void> {
    for (const use of uses) {
      await this.db
        .insertInto('usage_days')
        .values({ ...owner, ...use })
        .onConflict((conflict) =>
          conflict
            .columns(['day', 'namespace', 'repo', 'person', 'runner', 'labels'])
            .doUpdateSet(({ ref }) => ({
              stages: sql<number>`usage_days.stages + ${ref('excluded.stages')}`,
              seconds: sql<number>`usage_days.seconds + ${ref('excluded.seconds')}`,
              waited: sql<number>`usage_days.waited + ${ref('excluded.waited')}`,
            })),
        )
        .execute();
    }
  }

  /** Sums the use by a group. Its labels are kept apart, because prices depend on them. */
  async sum(by: UsageGroup, { from, to, namespace }: UsageFilter): Promise<UsedByGroup[]> {
    let rows = this.db
      .selectFrom('usage_days')
      .select([columns[by].as('name'), 'labels'])
      .select(({ fn }) => [
        fn.sum<number>('stages').as('stages'),
        fn.sum<number>('seconds').as('seconds'),
        fn.sum<number>('waited').as('waited'),
      ])
      .where('day', '>=', from)
      .where('day', '<=', to)
      .groupBy([columns[by], 'labels']);
    if (namespace !== undefined) rows = rows.where('namespace', '=', namespace);
    return (await rows.execute()).map((row) => ({
      ...row,
      stages: Number(row.stages),
      seconds: Number(row.seconds),
      waited: Number(row.waited),
    }));
  }

  async deleteBefore(day: number): Promise<void> {
    await inTransaction(this.db, (trx) =>
      trx.deleteFrom('usage_days').where('day', '<', day).execute(),
    );
  }

  /** Lists the use by a person. */
  async listOf(person: string): Promise<object[]> {
    return this.db.selectFrom('usage_days').selectAll().where('person', '=', person).execute();
  }

  /** Adds the use by a deleted person to that of all deleted ones. */
  async forget(person: string): Promise<void> {
    await inTransaction(this.db, async (trx) => {
      const rows = await trx
        .deleteFrom('usage_days')
        .where('person', '=', person)
        .returningAll()
        .execute();
      const store = new UsageStore(trx);
      for (const { namespace, repo, ...use } of rows) {
        await store.add({ namespace, repo }, [{ ...use, person: replacedName }]);
      }
    });
  }
}
