import type { PipelineChangeResult } from '@millrace/contract/api';
import { GoneError } from '@millrace/contract/api-errors';
import { pipelineChangeResult } from '@millrace/contract/schemas';
import { parseJson } from '@millrace/node-kit/parse-json';
import type { Database } from '../../db/database.ts';

/** A finished back-test; with an error, it has no result. */
export interface StoredChange {
  error: string;
  result?: PipelineChangeResult | undefined;
}

/** Stores the back-tests of builds that change the pipeline file. */
export class ChangeStore {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  async find(buildId: number): Promise<StoredChange | undefined> {
    const row = await this.db
      .selectFrom('pipeline_changes')
      .select(['error', 'result'])
      .where('build_id', '=', buildId)
      .executeTakeFirst();
    return row && { error: row.error, result: parseJson(pipelineChangeResult, row.result) };
  }

  async store(buildId: number, { error, result }: StoredChange): Promise<void> {
    const values = { error, result: result ? JSON.stringify(result) : '' };
    try {
      await this.db
        .insertInto('pipeline_changes')
        .values({ build_id: buildId, ...values })
        .onConflict((conflict) => conflict.column('build_id').doUpdateSet(values))
        .execute();
    } catch (error) {
      // The build was deleted in the meantime.
      if (!(error instanceof GoneError)) throw error;
    }
  }
}
