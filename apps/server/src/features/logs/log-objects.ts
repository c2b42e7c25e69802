import { StoreAwayError } from '@millrace/contract/api-errors';
import { LostObjectError, type ObjectStore } from '../../object-store/object-store.ts';
import { createByteCache } from '../../shared/byte-cache.ts';
import type { LogFrame } from './log-frames.ts';
import type { LogLocation } from './log-location-store.ts';

/** Maximum size of one request to the store during sequential reads. */
const maxRunBytes = 1024 * 1024;
const maxCacheBytes = 32 * 1024 * 1024;

/** Reads frames of objects. Sequential reads fetch several frames with one request. */
export class LogObjects {
  private readonly store: ObjectStore | null;
  private readonly isConfigured: boolean;
  private readonly cached = createByteCache<Uint8Array>(maxCacheBytes);
  private readonly underWay = new Map<string, Promise<Uint8Array | undefined>>();

  /**
   * Without a store, moved logs cannot be read.
   *
   * @param isConfigured whether logs are moved into this store. Otherwise it may have logs of a restored backup, and
   * those that it does not have are in a store that is missing in the settings.
   */
  constructor(store: ObjectStore | null, isConfigured = store !== null) {
    this.store = store;
    this.isConfigured = isConfigured;
  }

  /**
   * Reads a frame, and prefetches the following ones up to, but not including, the line `until`. Returns
   * undefined if the object is missing in the store.
   */
  async read(
    { key, frames, index }: NonNullable<LogLocation['object']>,
    until: number,
  ): Promise<Uint8Array | undefined> {
    const run = runFrom(frames.slice(index), until);
    const first = nameOf(key, run[0]);
    const cached = this.cached.get(first);
    if (cached) return cached;
    const fetching = this.underWay.get(first) ?? this.fetch(key, run);
    this.underWay.set(first, fetching);
    try {
      return await fetching;
    } finally {
      this.underWay.delete(first);
    }
  }

  private async fetch(key: string, run: readonly LogFrame[]): Promise<Uint8Array | undefined> {
    const { store } = this;
    if (!store) throw unset();
    const start = run[0]?.from ?? 0;
    try {
      const bytes = await store.get(key, start, run.at(-1)?.to ?? start);
      const cut = run.map(({ from, to }) => bytes.subarray(from - start, to - start));
      for (const [at, frame] of run.entries()) {
        const lines = cut[at];
        if (lines) this.cached.set(nameOf(key, frame), lines);
      }
      return cut[0];
    } catch (error) {
      if (!(error instanceof LostObjectError)) throw error;
      if (this.isConfigured) return undefined;
      throw unset();
    }
  }
}

function unset(): StoreAwayError {
  return new StoreAwayError('MILLRACE_LOGS_URL is not set', { isRefusal: true });
}

function nameOf(key: string, frame: LogFrame | undefined): string {
  return `${key} ${frame?.from}`;
}

/** Returns the first frame, and the following frames that the same client will read next. */
function runFrom(frames: readonly LogFrame[], until: number): LogFrame[] {
  const end = (frames[0]?.from ?? 0) + maxRunBytes;
  return frames.filter(({ first_pos, to }, at) => at === 0 || (first_pos < until && to <= end));
}
