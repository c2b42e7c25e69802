import type { Db } from '../../db/database.ts';
import { type DueObject, DueObjectStore } from '../../object-store/due-object-store.ts';

const unmade = { first_pos: 0, last_pos: -1, frames: '[]', tries: 0 };

/**
 * Which objects there are, or may be: each is noted before it is made, and forgotten after it was deleted.
 * One is what a log consists of where it has a step and nothing is due.
 */
export class LogObjectStore extends DueObjectStore {
  constructor(db: Db) {
    super(db, 'log_objects');
  }

  /**
   * Notes an object that is going to be made; it is deleted when it is due, unless it was recorded.
   * Undefined where the step is gone.
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
            val(unmade.first_pos).as('first_pos'),
            val(unmade.last_pos).as('last_pos'),
            val(unmade.frames).as('frames'),
            val(unmade.tries).as('tries'),
          ])
          .where('id', '=', stepId),
      )
      .returning(['id', 'key', 'tries'])
      .executeTakeFirst();
  }

  /** From now on the log consists of it; false where the log is another one or gone by now. */
  async record(
    { id }: DueObject,
    stepId: number,
    lines: { first_pos: number; last_pos: number; frames: string },
  ): Promise<boolean> {
    const { numUpdatedRows } = await this.db
      .updateTable('log_objects')
      .set({ ...lines, due: null })
      .where('id', '=', id)
      .where('step_id', '=', stepId)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** The log has other lines from now on, or none: also what is being made is of no use. */
  async release(stepId: number): Promise<void> {
    await this.db
      .updateTable('log_objects')
      .set({ step_id: null })
      .where('step_id', '=', stepId)
      .execute();
  }

  /** It was made in vain; who took too long over it finds it forgotten. */
  async discard({ key }: DueObject, due: number): Promise<void> {
    await this.db
      .insertInto('log_objects')
      .values({ step_id: null, key, ...unmade, due })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ due }))
      .execute();
  }
}
