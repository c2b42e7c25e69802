import { type SqlBool, sql, type Updateable } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { NewStepRow, OpenStageRow, StageRow, StepRow, Tables } from '../../db/tables.ts';

/** To the letter the condition of the partial index, which bound values would keep from being used. */
const isOpen = sql<SqlBool>`status in ('pending', 'running', 'blocked', 'waiting_on_dependencies')`;

const buildNumber = sql<number>`(select number from builds where builds.id = stages.build_id)`;
const throttle = sql<number>`(select throttle from repos where repos.id = stages.repo_id)`;

/** Stages and steps, one row at a time. */
export class StageStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  findById(id: number): Promise<StageRow | undefined> {
    return this.db.selectFrom('stages').selectAll().where('id', '=', id).executeTakeFirst();
  }

  update(id: number, changes: Updateable<Tables['stages']>): Promise<StageRow> {
    return this.db
      .updateTable('stages')
      .set({ ...changes, version: sql`version + 1` })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  /** Claims a pending stage; undefined when another runner was quicker or it is no longer pending. */
  claim(
    id: number,
    claim: { machine: string; runner: string },
    nowSec: number,
  ): Promise<StageRow | undefined> {
    return this.db
      .updateTable('stages')
      .set({ ...claim, updated: nowSec, version: sql`version + 1` })
      .where('id', '=', id)
      .where('machine', '=', '')
      .where('status', '=', 'pending')
      .returningAll()
      .executeTakeFirst();
  }

  /** Stages that are not over, oldest first. */
  listOpen(): Promise<OpenStageRow[]> {
    return this.db
      .selectFrom('stages')
      .selectAll()
      .select([buildNumber.as('build_number'), throttle.as('throttle')])
      .where(isOpen)
      .orderBy('id')
      .execute();
  }

  /** Stages that runners have claimed and not finished. */
  listClaimed(): Promise<StageRow[]> {
    return this.db
      .selectFrom('stages')
      .selectAll()
      .where(isOpen)
      .where('machine', '!=', '')
      .where('status', 'in', ['pending', 'running'])
      .orderBy('id')
      .execute();
  }

  findStep(id: number): Promise<StepRow | undefined> {
    return this.db.selectFrom('steps').selectAll().where('id', '=', id).executeTakeFirst();
  }

  listSteps(stageIds: readonly number[]): Promise<StepRow[]> {
    return this.db
      .selectFrom('steps')
      .selectAll()
      .where('stage_id', 'in', [0, ...stageIds])
      .orderBy('stage_id')
      .orderBy('number')
      .execute();
  }

  async insertSteps(steps: NewStepRow[]): Promise<void> {
    for (const step of steps) await this.db.insertInto('steps').values(step).execute();
  }

  /** Its `version` stays: that is the lock of its runner's reports. */
  setStepSchema(id: number, schema: string): Promise<StepRow> {
    return this.db
      .updateTable('steps')
      .set({ schema })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  updateStep(id: number, changes: Updateable<Tables['steps']>): Promise<StepRow> {
    return this.db
      .updateTable('steps')
      .set({ ...changes, version: sql`version + 1` })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
  }
}
