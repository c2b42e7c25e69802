import { AsyncLocalStorage } from 'node:async_hooks';
import type { Db } from './database.ts';

/** A change whose record is stored in the transaction that makes it. */
export interface RecordedChange {
  /** Stores the record. Called again if the transaction is retried. */
  store: (trx: Db) => Promise<void>;
  isStored: boolean;
  /** Facts that the change itself adds to its record. */
  facts: Record<string, string | number>;
}

const changes = new AsyncLocalStorage<RecordedChange>();

/** Runs a job. The first transaction that it commits also stores the record. */
export function runRecorded<Result>(change: RecordedChange, job: () => Result): Result {
  return changes.run(change, job);
}

/** Returns the change to store in the transaction that begins now. */
export function findUnstoredChange(): RecordedChange | undefined {
  const change = changes.getStore();
  return change?.isStored ? undefined : change;
}

/** Adds facts to the record of the current change, in the transaction that stores it. */
export function addFacts(facts: RecordedChange['facts']): void {
  Object.assign(changes.getStore()?.facts ?? {}, facts);
}
