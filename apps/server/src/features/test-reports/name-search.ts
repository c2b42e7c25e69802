import { FairSlots } from '@millrace/build-host/threads/fair-slots';
import { WorkerLimitError, WorkerPool } from '@millrace/build-host/threads/worker-pool';
import { TooManyError } from '@millrace/contract/api-errors';
import { TimeSlice } from '@millrace/node-kit/time-slice';
import type { Db } from '../../db/database.ts';
import type { NameAnswer, NameRequest } from './name-index.ts';
import { TestNameStore } from './test-name-store.ts';

/** Limits of one request to the thread. A search consists of several. */
const limits = { processorMs: 10_000, memoryMb: 512 };
/** The thread, and its index, ends after this time without a search. */
const idleMs = 60_000;
const maxWaiting = 64;
const retryAfterSec = 5;
/** Names read with one statement. More would block the event loop noticeably. */
const chunkSize = 1000;
/** Ids that are read again, because Postgres may commit names in a different order than that of their ids. */
const overlap = 2000;

/**
 * Searches the test names of repositories. Neither database has an index for parts of words in any language,
 * so a thread stores the names in memory and reads only those added since the last search.
 */
export class NameSearch {
  private readonly names: TestNameStore;
  private readonly pool = new WorkerPool<NameRequest, NameAnswer>(
    new URL('./name-search-worker.ts', import.meta.url),
    { idleMs, limits },
  );
  private readonly slots = new FairSlots(1, {
    waiting: maxWaiting,
    refusal: () => new TooManyError('Too many concurrent searches for test names', retryAfterSec),
  });

  constructor(db: Db) {
    this.names = new TestNameStore(db);
  }

  /**
   * Returns the ids of tests with these words in suite or name, ignoring case. Slots are shared fairly
   * between repositories.
   */
  async search(repoId: number, words: string): Promise<Uint32Array> {
    try {
      const found = await this.slots.run(String(repoId), () =>
        this.pool.useThread((ask) => this.searchWith(ask, repoId, words)),
      );
      return typeof found === 'number' ? new Uint32Array() : found;
    } catch (error) {
      if (!(error instanceof WorkerLimitError)) throw error;
      throw new TooManyError('The repository has too many test names to search', retryAfterSec);
    }
  }

  private async searchWith(
    ask: (request: NameRequest) => Promise<NameAnswer>,
    repoId: number,
    words: string,
  ): Promise<NameAnswer> {
    const slice = new TimeSlice();
    let after = Number(await ask({ kind: 'last', repoId })) - overlap;
    for (;;) {
      const names = await this.names.listAfter(repoId, after, chunkSize);
      if (names.length > 0) await ask({ kind: 'add', repoId, names });
      after = names.at(-1)?.id ?? after;
      if (names.length < chunkSize) break;
      if (slice.isOver()) await slice.next();
    }
    return ask({ kind: 'search', repoId, words });
  }
}
