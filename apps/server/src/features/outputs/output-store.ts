import type { StepOutput } from '@millrace/contract/step-outputs';
import type { Db } from '../../db/database.ts';
import { reencryptColumn } from '../../db/reencrypt.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Sealer } from '../../shared/sealer.ts';

export class OutputStore {
  private readonly db: Db;
  private readonly sealer: Sealer;

  constructor(db: Db, sealer: Sealer) {
    this.db = db;
    this.sealer = sealer;
  }

  async put(stageId: number, outputs: readonly StepOutput[]): Promise<void> {
    await inTransaction(this.db, async (trx) => {
      for (const { name, data, isMasked } of outputs) {
        const value = { encrypted: this.sealer.seal(data), masked: isMasked ? 1 : 0 };
        await trx
          .insertInto('stage_outputs')
          .values({ stage_id: stageId, name, ...value })
          .onConflict((known) => known.columns(['stage_id', 'name']).doUpdateSet(value))
          .execute();
      }
    });
  }

  /** Lists the outputs of some stages, in the order of these stages. */
  async list(stageIds: readonly number[]): Promise<StepOutput[]> {
    const rows = await this.db
      .selectFrom('stage_outputs')
      .selectAll()
      .where('stage_id', 'in', [0, ...stageIds])
      .orderBy('name')
      .execute();
    return rows
      .toSorted((a, b) => stageIds.indexOf(a.stage_id) - stageIds.indexOf(b.stage_id))
      .map(({ name, encrypted, masked }) => ({
        name,
        data: this.sealer.open(encrypted),
        isMasked: masked === 1,
      }));
  }
}

/** Re-encrypts all outputs with a new key. */
export const reencryptOutputs = reencryptColumn('stage_outputs', 'encrypted', ['stage_id', 'name']);
