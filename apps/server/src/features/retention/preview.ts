import { setImmediate } from 'node:timers/promises';
import type { RetentionPreview } from '@millrace/contract/api';
import { expirableData } from '@millrace/contract/retention';
import type { Clock } from '@millrace/node-kit/clock';
import type { BuildData } from '../../builds/build-data.ts';
import type { Db } from '../../db/database.ts';
import type { Repo } from '../../domain/repo.ts';
import type { RetentionLimits } from '../../domain/retention.ts';
import { type ExpiredPage, findExpired, type RetainedAlways } from './find-expired.ts';
import { addMeasured, measureExpired, noTotals } from './retention-totals.ts';

interface Deps extends RetainedAlways {
  db: Db;
  clock: Pick<Clock, 'nowSec'>;
  kinds: () => readonly BuildData[];
}

interface Options {
  limits: RetentionLimits;
  /** Number of the build before which to continue. */
  before?: number | undefined;
  /** Ends the count early, for example because the caller has disconnected. */
  signal: AbortSignal;
}

interface PreviewPage {
  preview: RetentionPreview;
  /** Number of the build before which the next page continues; absent on the last page. */
  next?: number;
}

type Search = AsyncGenerator<ExpiredPage, undefined>;

/** Time after which a page ends. */
export const maxPageMs = 500;
const maxPaused = 32;

/** Counts what retention would delete of repositories, page by page, and deletes nothing. */
export class RetentionPreviews {
  private readonly deps: Deps;
  /**
   * Searches that the next page continues, oldest first. A page whose search is not here, for example because it is on
   * another server, reads the builds of the earlier pages again.
   */
  private readonly paused = new Map<string, Search>();

  constructor(deps: Deps) {
    this.deps = deps;
  }

  async readPage(
    repo: Pick<Repo, 'id' | 'defaultBranch'>,
    { limits, before, signal }: Options,
  ): Promise<PreviewPage> {
    const keyOf = (position: number | undefined) => JSON.stringify([repo.id, limits, position]);
    const startedAt = performance.now();
    const search = this.resume(keyOf(before)) ?? this.start(repo, limits, before);
    const totals = noTotals();
    let unreadable = 0;
    const preview = () => ({ ...totals, ...(unreadable > 0 ? { unreadable } : {}) });
    for (;;) {
      signal.throwIfAborted();
      const { value: page } = await search.next();
      if (!page) return { preview: preview() };
      unreadable += await this.add(page, totals);
      if (performance.now() - startedAt > maxPageMs) {
        this.pause(keyOf(page.last), search);
        return { preview: preview(), next: page.last };
      }
      // Other calls run between two parts.
      await setImmediate();
    }
  }

  /** Adds what would be deleted. Returns the number of builds that cannot be read. */
  private async add({ builds }: ExpiredPage, totals: ReturnType<typeof noTotals>): Promise<number> {
    const measured = await measureExpired(this.deps.db, this.deps.kinds(), builds);
    const { sizes, failures } = measured;
    addMeasured(totals, measured);
    for (const { id, data } of builds) {
      if (!data.includes('build') || failures.has(id)) continue;
      totals.build.builds += 1;
      for (const kind of expirableData) totals.build.bytes += sizes[kind].get(id)?.bytes ?? 0;
    }
    return failures.size;
  }

  private start(
    repo: Pick<Repo, 'id' | 'defaultBranch'>,
    limits: RetentionLimits,
    before: number | undefined,
  ): Search {
    const { db, clock, deployments, branchDays } = this.deps;
    const nowSec = clock.nowSec();
    return findExpired(db, repo, { limits, deployments, branchDays, nowSec, before });
  }

  private resume(key: string): Search | undefined {
    const search = this.paused.get(key);
    this.paused.delete(key);
    return search;
  }

  private pause(key: string, search: Search): void {
    this.paused.set(key, search);
    const [oldest] = this.paused.keys();
    if (oldest !== undefined && this.paused.size > maxPaused) this.paused.delete(oldest);
  }
}
