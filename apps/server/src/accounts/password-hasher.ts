import { FairSlots } from '@millrace/build-host/threads/fair-slots';
import { WorkerPool } from '@millrace/build-host/threads/worker-pool';
import { TooManyError } from '@millrace/contract/api-errors';
import type { SignInLimits } from '../config/sign-in-limits.ts';
import { type Cost, createHash, verifyHash } from './password-hash.ts';

export interface KeyRequest {
  password: string;
  salt: Uint8Array;
  keyBytes: number;
  cost: Cost;
}

/** Idle workers stop after this time. */
const idleMs = 5000;
const retryAfterSec = 5;

/**
 * Hashes passwords in a few separate threads: hashing is slow on purpose, and must block neither the event
 * loop nor the thread pool that reads files. If the queue is full, clients are asked to retry later.
 */
export class PasswordHasher {
  private readonly slots: FairSlots;
  private readonly pool = new WorkerPool<KeyRequest, Uint8Array>(
    new URL('./password-worker.ts', import.meta.url),
    { idleMs },
  );

  constructor(limits: Pick<SignInLimits, 'workers' | 'queue'>) {
    this.slots = new FairSlots(limits.workers, {
      waiting: limits.queue,
      refusal: () =>
        new TooManyError('Too many concurrent sign-ins, please try again', retryAfterSec),
    });
  }

  hash(password: string): Promise<string> {
    return createHash(password, (request) => this.derive(request, ''));
  }

  /** `callerKey` identifies the source of the attempt. Attempts of one caller do not delay those of others. */
  verify(password: string, hash: string, callerKey: string): Promise<boolean> {
    return verifyHash(password, hash, (request) => this.derive(request, callerKey));
  }

  private derive(request: KeyRequest, callerKey: string): Promise<Uint8Array> {
    return this.slots.run(callerKey, () => this.pool.run(request));
  }
}
