import type { Db } from '../../db/database.ts';

/** Stores summaries by step. */
export class SummaryStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  async find(stepId: number): Promise<string | undefined> {
    const row = await this.db
      .selectFrom('step_summaries')
      .select('text')
      .where('step_id', '=', stepId)
      .executeTakeFirst();
    return row?.text;
  }

  async put(stepId: number, text: string): Promise<void> {
    await this.db
      .insertInto('step_summaries')
      .values({ step_id: stepId, text })
      .onConflict((known) => known.column('step_id').doUpdateSet({ text }))
      .execute();
  }
}
