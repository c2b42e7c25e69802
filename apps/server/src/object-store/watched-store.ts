import { StoreAwayError } from '@millrace/contract/api-errors';
import type { Logger } from '@millrace/node-kit/logger';
import type { ObjectBody, ObjectStore } from './object-store.ts';

/** Logs outages of a store: once when they begin, and once when they end. */
export class WatchedStore implements ObjectStore {
  private readonly store: ObjectStore;
  private readonly logger: Logger;
  private isAway = false;

  constructor(store: ObjectStore, logger: Logger) {
    this.store = store;
    this.logger = logger;
  }

  put(key: string, body: ObjectBody, signal?: AbortSignal): Promise<void> {
    return this.watch(() => this.store.put(key, body, signal), signal);
  }

  get(key: string, from: number, to: number): Promise<Uint8Array> {
    return this.watch(() => this.store.get(key, from, to));
  }

  delete(key: string, signal?: AbortSignal): Promise<void> {
    return this.watch(() => this.store.delete(key, signal), signal);
  }

  close(): void {
    this.store.close();
  }

  private async watch<Result>(job: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    try {
      const result = await job();
      if (this.isAway) this.logger.warn('The object store is available again');
      this.isAway = false;
      return result;
    } catch (error) {
      const isOutage = error instanceof StoreAwayError && !signal?.aborted;
      if (isOutage && !this.isAway) {
        this.isAway = true;
        this.logger.error(
          { err: error },
          'The object store is unavailable: its operations are retried',
        );
      }
      throw error;
    }
  }
}
