import { AsyncLocalStorage } from 'node:async_hooks';
import type { AuditAction } from '@millrace/contract/vocabulary';
import type { Db } from './database.ts';

/** A change whose record is stored in the transaction that makes it. */
export interface RecordedChange {
  /** Stores the record. Called again if the transaction is retried. */
  store: (trx: Db) => Promise<void>;
  /** True once a transaction stores it. */
  isStored: boolean;
  /** Facts that the change itself adds to its record. */
  facts: Record<string, string | number>;
  /** Action that the change itself names, if it depends on the changed object. */
  action?: AuditAction;
}

const changes = new AsyncLocalStorage<RecordedChange>();

/** Runs a job. The first transaction that it commits also stores the record. */
export function runRecorded<Result>(change: RecordedChange, job: () => Result): Result {
  return changes.run(change, job);
}

/**
 * Returns the change to store in the transaction that begins now. Other transactions that the change runs at
 * the same time do not store it. Set `isStored` to false if the transaction fails.
 */
export function claimChange(): RecordedChange | undefined {
  const change = changes.getStore();
  if (!change || change.isStored) return undefined;
  change.isStored = true;
  return change;
}

/** Adds facts to the record of the current change, in the transaction that stores it. */
export function addFacts(facts: RecordedChange['facts']): void {
  Object.assign(changes.getStore()?.facts ?? {}, facts);
}

/** Records the current change under another action than that of its call. */
export function recordAs(action: AuditAction): void {
  const change = changes.getStore();
  if (change) change.action = action;
}
