import type { SignInLimits } from '../config/sign-in-limits.ts';
import { TooManyError } from '../shared/errors.ts';
import { FairSlots } from '../shared/fair-slots.ts';
import { WorkerPool } from '../shared/worker-pool.ts';
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
 * Hashes passwords in threads of its own, few at once: it takes long on purpose, and must keep neither
 * the server's loop nor the threads that read files. Whoever finds the queue full is asked to come back.
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
      refusal: () => new TooManyError('Too many sign-ins at once, please try again', retryAfterSec),
    });
  }

  hash(password: string): Promise<string> {
    return createHash(password, (request) => this.derive(request, ''));
  }

  /** `place` is where the question comes from: nobody's questions keep the others' waiting. */
  verify(password: string, hash: string, place: string): Promise<boolean> {
    return verifyHash(password, hash, (request) => this.derive(request, place));
  }

  private derive(request: KeyRequest, place: string): Promise<Uint8Array> {
    return this.slots.run(place, () => this.pool.run(request));
  }
}
