import type { ExpirableData } from '@millrace/contract/retention';
import type { Db } from '../db/database.ts';

/** Data of a feature that belongs to builds. Retention deletes it before the build, or instead. */
export interface BuildData {
  data: ExpirableData;
  /** Returns the bytes of each build that has data. */
  measure: (db: Db, buildIds: readonly number[]) => Promise<Map<number, number>>;
  /** Deletes a part that takes a few milliseconds. Returns true if more parts are left. */
  trim: (trx: Db, buildId: number) => Promise<boolean>;
  /** Deletes the rest, which is one part at most. */
  delete: (trx: Db, buildId: number) => Promise<void>;
}
