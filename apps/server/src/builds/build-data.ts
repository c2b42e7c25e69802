import type { ExpirableData } from '@millrace/contract/retention';
import type { Db } from '../db/database.ts';

export interface DataSize {
  bytes: number;
  /** Whether the data is deleted in parts, because one transaction for all of it would take too long. */
  isLarge: boolean;
}

/** Data of a feature that belongs to builds. Retention deletes it before the build, or instead. */
export interface BuildData {
  data: ExpirableData;
  /** Returns the size of the data of each build that has some. */
  measure: (db: Db, buildIds: readonly number[]) => Promise<Map<number, DataSize>>;
  /** Deletes a part that takes a few milliseconds. Returns true if more parts are left. */
  trim: (trx: Db, buildId: number) => Promise<boolean>;
  /** Deletes the rest: one part at most, or data that is not large. */
  delete: (trx: Db, buildId: number) => Promise<void>;
}
