import type { RetentionPreview } from '@millrace/contract/api';
import { type ExpirableData, expirableData } from '@millrace/contract/retention';
import type { BuildData } from '../../builds/build-data.ts';
import type { Db } from '../../db/database.ts';
import type { ExpiredBuild } from './find-expired.ts';

/** Bytes of data that retention deletes, by kind and build. Data of deleted builds is included. */
export type Measured = Record<ExpirableData, Map<number, number>>;

/** Measures what retention deletes of these builds. */
export async function measureExpired(
  db: Db,
  kinds: readonly BuildData[],
  builds: readonly ExpiredBuild[],
): Promise<Measured> {
  const measured: Measured = { log: new Map(), artifact: new Map(), test: new Map() };
  for (const { data, measure } of kinds) {
    const affected = builds.filter((build) => isAffected(build, data)).map(({ id }) => id);
    if (affected.length > 0) measured[data] = await measure(db, affected);
  }
  return measured;
}

function isAffected({ data }: ExpiredBuild, kind: ExpirableData): boolean {
  return data.includes('build') || data.includes(kind);
}

export function noTotals(): RetentionPreview {
  const none = () => ({ builds: 0, bytes: 0 });
  return { build: none(), log: none(), artifact: none(), test: none() };
}

/** Adds data that was deleted, or would be. */
export function addMeasured(totals: RetentionPreview, measured: Measured): void {
  for (const data of expirableData) {
    for (const bytes of measured[data].values()) {
      totals[data].builds += 1;
      totals[data].bytes += bytes;
    }
  }
}
