import type { RunnerState } from '@millrace/contract/vocabulary';
import { parseJson } from '@millrace/node-kit/parse-json';
import { z } from 'zod/mini';
import type { Database } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';

/** Last report of a runner. */
const description = z.object({
  types: z.array(z.string()),
  os: z.string(),
  arch: z.string(),
  variant: z.string(),
  kernel: z.string(),
  labels: z.record(z.string(), z.string()),
  capacity: z.number(),
  version: z.string(),
  steps: z.string(),
});
export type RunnerDescription = z.infer<typeof description>;

/** Description of a runner that has not reported anything. */
export const noDescription: RunnerDescription = {
  types: [],
  os: '',
  arch: '',
  variant: '',
  kernel: '',
  labels: {},
  capacity: 0,
  version: '',
  steps: '',
};

export interface StoredRunner {
  name: string;
  state: RunnerState;
  /** Ids of the processes that are draining. The id is empty for processes that send none. */
  processes: string[];
  /** Time at which it was last connected, in Unix seconds. */
  seen: number;
  description: RunnerDescription;
}

/** Runners by name, connected or not. */
export class RunnerStore {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  async list(): Promise<StoredRunner[]> {
    const rows = await this.db.selectFrom('runners').selectAll().orderBy('name').execute();
    return rows.map((row) => ({
      ...row,
      processes: readProcesses(row.processes),
      description: parseJson(description, row.description) ?? noDescription,
    }));
  }

  /** Lists the runners that are paused or draining. */
  async listUnschedulable(): Promise<Pick<StoredRunner, 'name' | 'state' | 'processes'>[]> {
    const rows = await this.db
      .selectFrom('runners')
      .select(['name', 'state', 'processes'])
      .where('state', '!=', 'active')
      .execute();
    return rows.map((row) => ({ ...row, processes: readProcesses(row.processes) }));
  }

  /** Stores the last report of a connected runner. Its state does not change. */
  async setSeen(name: string, report: RunnerDescription, seen: number): Promise<void> {
    const fields = { seen, description: JSON.stringify(report) };
    await this.db
      .insertInto('runners')
      .values({ name, state: 'active', processes: '[]', ...fields })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(fields))
      .execute();
  }

  async setState(
    name: string,
    { state, processes, seen }: Pick<StoredRunner, 'state' | 'processes' | 'seen'>,
  ): Promise<void> {
    const fields = { state, processes: JSON.stringify(processes) };
    await inTransaction(this.db, (trx) =>
      trx
        .insertInto('runners')
        .values({ name, ...fields, seen, description: JSON.stringify(noDescription) })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(fields))
        .execute(),
    );
  }

  async delete(name: string): Promise<void> {
    await inTransaction(this.db, (trx) =>
      trx.deleteFrom('runners').where('name', '=', name).execute(),
    );
  }

  /** Deletes runners that were last connected before this time. Paused ones would be active if they came back. */
  async deleteUnseen(before: number): Promise<void> {
    await this.db
      .deleteFrom('runners')
      .where('state', '!=', 'paused')
      .where('seen', '<', before)
      .execute();
  }
}

function readProcesses(text: string): string[] {
  return parseJson(z.array(z.string()), text) ?? [];
}
