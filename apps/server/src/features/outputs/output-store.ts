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
    const byStage = await this.listByStage(stageIds);
    return [...new Set(stageIds)].flatMap((id) => byStage.get(id) ?? []);
  }

  /** Lists the outputs of some stages, by their ids. */
  async listByStage(stageIds: readonly number[]): Promise<Map<number, StepOutput[]>> {
    const rows = await this.db
      .selectFrom('stage_outputs')
      .selectAll()
      .where('stage_id', 'in', [0, ...stageIds])
      .orderBy('name')
      .execute();
    const byStage = new Map<number, StepOutput[]>();
    for (const { stage_id, name, encrypted, masked } of rows) {
      const output = { name, data: this.sealer.open(encrypted), isMasked: masked === 1 };
      byStage.set(stage_id, [...(byStage.get(stage_id) ?? []), output]);
    }
    return byStage;
  }
}

/** Re-encrypts all outputs with a new key. */
export const reencryptOutputs = reencryptColumn('stage_outputs', 'encrypted', ['stage_id', 'name']);
