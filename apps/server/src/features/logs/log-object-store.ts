import type { Db } from '../../db/database.ts';
import { type DueObject, DueObjectStore } from '../../object-store/due-object-store.ts';

const pendingValues = { first_pos: 0, last_pos: -1, frames: '[]', tries: 0 };

/**
 * Records of log objects. A record is inserted before its object is stored, and deleted after its object is
 * deleted. An object is part of a log if it has a step and no due deletion.
 */
export class LogObjectStore extends DueObjectStore {
  constructor(db: Db) {
    super(db, 'log_objects');
  }

  /**
   * Records a pending object. It is deleted when it is due, unless it is complete by then. Returns undefined
   * if the step was deleted.
   */
  begin(stepId: number, key: string, due: number): Promise<DueObject | undefined> {
    return this.db
      .insertInto('log_objects')
      .columns(['step_id', 'key', 'due', 'first_pos', 'last_pos', 'frames', 'tries'])
      .expression((steps) =>
        steps
          .selectFrom('steps')
          .select(({ val }) => [
            'id',
            val(key).as('key'),
            val(due).as('due'),
            val(pendingValues.first_pos).as('first_pos'),
            val(pendingValues.last_pos).as('last_pos'),
            val(pendingValues.frames).as('frames'),
            val(pendingValues.tries).as('tries'),
          ])
          .where('id', '=', stepId),
      )
      .returning(['id', 'key', 'tries'])
      .executeTakeFirst();
  }

  /**
   * Marks an object as complete: it is now part of the log. Returns false if the log was replaced or deleted.
   */
  async record(
    { id }: DueObject,
    stepId: number,
    lines: { first_pos: number; last_pos: number; frames: string; next_line: number | null },
  ): Promise<boolean> {
    const { numUpdatedRows } = await this.db
      .updateTable('log_objects')
      .set({ ...lines, due: null })
      .where('id', '=', id)
      .where('step_id', '=', stepId)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Finds the last entry in objects, -1 if there is none, and the line number after it. */
  async findEnd(stepId: number): Promise<{ last: number; nextLine: number | null }> {
    const row = await this.db
      .selectFrom('log_objects')
      .select(['last_pos', 'next_line'])
      .where('step_id', '=', stepId)
      .where('due', 'is', null)
      .orderBy('last_pos', 'desc')
      .limit(1)
      .executeTakeFirst();
    return { last: row?.last_pos ?? -1, nextLine: row?.next_line ?? null };
  }

  /** Releases all objects of a log that was replaced or deleted, including pending ones. */
  async release(stepId: number): Promise<void> {
    await this.db
      .updateTable('log_objects')
      .set({ step_id: null })
      .where('step_id', '=', stepId)
      .execute();
  }

  /**
   * Schedules the deletion of an object that is not needed. Its record is inserted again if it was deleted
   * because the upload took too long.
   */
  async discard({ key }: DueObject, due: number): Promise<void> {
    await this.db
      .insertInto('log_objects')
      .values({ step_id: null, key, ...pendingValues, due })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ due }))
      .execute();
  }
}
