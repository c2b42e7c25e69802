import type { SystemStats } from '@millrace/contract/api';
import type { Status } from '@millrace/contract/vocabulary';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { isPostgres } from '../../db/dialect.ts';

/** Must match the conditions of partial indexes literally: the planner does not use them for bound values. */
const isBuildOpen = sql<SqlBool>`status in ('pending', 'running', 'blocked')`;
const isStageOpen = sql<SqlBool>`status in ('pending', 'running', 'blocked', 'waiting_on_dependencies')`;

const manyBuilds = 1_000_000;

const all = sql<number>`count(*)`;
const pending = sql<number>`coalesce(sum(case when status = 'running' then 0 else 1 end), 0)`.as(
  'pending',
);
const running = sql<number>`coalesce(sum(case when status = 'running' then 1 else 0 end), 0)`.as(
  'running',
);
const platform = ['os', 'arch', 'variant', 'kernel'] as const;

/** Counts the viewers of builds and of logs. */
type CountViewers = () => { builds: number; logs: number };

/** Reads totals of the server and its current load. */
export class SystemStatsReader {
  private readonly db: Db;
  private readonly countViewers: CountViewers;

  constructor(db: Db, countViewers: CountViewers) {
    this.db = db;
    this.countViewers = countViewers;
  }

  async read(): Promise<SystemStats> {
    const { db } = this;
    const viewers = this.countViewers();
    const builds = await this.countOpenBuilds();
    const open = [...builds.values()].reduce((sum, count) => sum + count, 0);
    const runningBuilds = builds.get('running') ?? 0;
    return {
      users: await db.selectFrom('users').select(all.as('total')).executeTakeFirstOrThrow(),
      repos: await db
        .selectFrom('repos')
        .select(all.as('active'))
        .where('active', '=', 1)
        .executeTakeFirstOrThrow(),
      builds: {
        pending: open - runningBuilds,
        running: runningBuilds,
        total: await this.countBuilds(),
      },
      pipelines: await db
        .selectFrom('stages')
        .select([...platform, pending, running])
        .where(isStageOpen)
        .groupBy([...platform])
        .execute(),
      events: { subscribers: viewers.builds },
      streams: { subscribers: viewers.logs },
    };
  }

  /** Counts unfinished builds by status. */
  async countOpenBuilds(): Promise<Map<Status, number>> {
    const rows = await this.db
      .selectFrom('builds')
      .select(['status', all.as('total')])
      .where(isBuildOpen)
      .groupBy('status')
      .execute();
    return new Map(rows.map(({ status, total }) => [status, total]));
  }

  /**
   * Counts builds. A large number is an estimate of Postgres, because counting ten million rows takes
   * seconds.
   */
  private async countBuilds(): Promise<number> {
    const { db } = this;
    if (isPostgres(db)) {
      const { rows } = await sql<{ about: number }>`
        select reltuples as about from pg_class where oid = 'builds'::regclass`.execute(db);
      const about = rows[0]?.about ?? 0;
      if (about > manyBuilds) return Math.round(about);
    }
    const { total } = await db
      .selectFrom('builds')
      .select(all.as('total'))
      .executeTakeFirstOrThrow();
    return total;
  }
}
