import { setImmediate } from 'node:timers/promises';
import type { RetentionPreview } from '@millrace/contract/api';
import { expirableData } from '@millrace/contract/retention';
import type { BuildData } from '../../builds/build-data.ts';
import type { Db } from '../../db/database.ts';
import type { Repo } from '../../domain/repo.ts';
import type { RetentionLimits } from '../../domain/retention.ts';
import { findExpired } from './find-expired.ts';
import { addMeasured, measureExpired, noTotals } from './retention-totals.ts';

interface Options {
  db: Db;
  kinds: readonly BuildData[];
  limits: RetentionLimits;
  deployments: number;
  nowSec: number;
  /** Ends the count early, for example because the caller has disconnected. */
  signal?: AbortSignal | undefined;
}

/** Counts what retention would delete of a repository, and deletes nothing. */
export async function previewRetentionOf(
  repo: Pick<Repo, 'id' | 'defaultBranch'>,
  { db, kinds, signal, ...options }: Options,
): Promise<RetentionPreview> {
  const totals = noTotals();
  for await (const builds of findExpired(db, repo, options)) {
    signal?.throwIfAborted();
    const measured = await measureExpired(db, kinds, builds);
    addMeasured(totals, measured);
    for (const { id } of builds.filter(({ data }) => data.includes('build'))) {
      totals.build.builds += 1;
      for (const kind of expirableData) totals.build.bytes += measured[kind].get(id) ?? 0;
    }
    // Other calls run between two pages.
    await setImmediate();
  }
  return totals;
}
