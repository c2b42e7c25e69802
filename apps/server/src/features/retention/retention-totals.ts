import type { RetentionPreview } from '@millrace/contract/api';
import { DatabaseBusyError, NoSpaceError } from '@millrace/contract/api-errors';
import { type ExpirableData, expirableData } from '@millrace/contract/retention';
import type { BuildData, DataSize } from '../../builds/build-data.ts';
import type { Db } from '../../db/database.ts';
import type { ExpiredBuild } from './find-expired.ts';

/** Data that retention deletes, by kind and build. Data of deleted builds is included. */
export interface Measured {
  sizes: Record<ExpirableData, Map<number, DataSize>>;
  /** Errors by build: its data cannot be read. */
  failures: Map<number, unknown>;
}

/** Measures what retention deletes of these builds. A build whose data cannot be read does not affect the others. */
export async function measureExpired(
  db: Db,
  kinds: readonly BuildData[],
  builds: readonly ExpiredBuild[],
): Promise<Measured> {
  try {
    return { sizes: await measureAll(db, kinds, builds), failures: new Map() };
  } catch (error) {
    if (!isOfRow(error)) throw error;
    const [only, ...others] = builds;
    if (!only) throw error;
    if (others.length === 0) return { sizes: noSizes(), failures: new Map([[only.id, error]]) };
  }
  // Halves find a few unreadable builds in a few queries.
  const middle = Math.ceil(builds.length / 2);
  const measured = { sizes: noSizes(), failures: new Map<number, unknown>() };
  for (const half of [builds.slice(0, middle), builds.slice(middle)]) {
    const { sizes, failures } = await measureExpired(db, kinds, half);
    for (const data of expirableData) {
      for (const [id, size] of sizes[data]) measured.sizes[data].set(id, size);
    }
    for (const [id, error] of failures) measured.failures.set(id, error);
  }
  return measured;
}

/** Returns whether an error is about the rows of a build, so that other builds are not affected. */
export function isOfRow(error: unknown): boolean {
  return !(error instanceof DatabaseBusyError || error instanceof NoSpaceError);
}

async function measureAll(
  db: Db,
  kinds: readonly BuildData[],
  builds: readonly ExpiredBuild[],
): Promise<Measured['sizes']> {
  const sizes = noSizes();
  for (const { data, measure } of kinds) {
    const affected = builds.filter((build) => isAffected(build, data)).map(({ id }) => id);
    if (affected.length > 0) sizes[data] = await measure(db, affected);
  }
  return sizes;
}

function noSizes(): Measured['sizes'] {
  return { log: new Map(), artifact: new Map(), test: new Map() };
}

function isAffected({ data }: ExpiredBuild, kind: ExpirableData): boolean {
  return data.includes('build') || data.includes(kind);
}

export type RetentionTotals = Omit<RetentionPreview, 'unreadable'>;

export function noTotals(): RetentionTotals {
  const none = () => ({ builds: 0, bytes: 0 });
  return { build: none(), log: none(), artifact: none(), test: none() };
}

/** Adds data that was deleted, or would be. */
export function addMeasured(totals: RetentionTotals, { sizes }: Measured): void {
  for (const data of expirableData) {
    for (const { bytes } of sizes[data].values()) {
      totals[data].builds += 1;
      totals[data].bytes += bytes;
    }
  }
}
