import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { SignInLimits } from '../../config/sign-in-limits.ts';
import { TooManyError } from '../../shared/errors.ts';
import { FairSlots } from '../../shared/fair-slots.ts';
import { type Cost, createHash, verifyHash } from './password-hash.ts';

export interface KeyRequest {
  password: string;
  salt: Uint8Array;
  keyBytes: number;
  cost: Cost;
}

/** How long a worker without work is kept. */
const idleMs = 5000;
const retryAfterSec = 5;

interface HashWorker {
  thread: Worker;
  idle: NodeJS.Timeout | undefined;
}

/**
 * Hashes passwords in threads of its own, few at once: it takes long on purpose, and must keep neither
 * the server's loop nor the threads that read files. Whoever finds the queue full is asked to come back.
 */
export class PasswordHasher {
  private readonly slots: FairSlots;
  private readonly free: HashWorker[] = [];

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
    return this.slots.run(place, async () => {
      const worker = this.free.pop() ?? startWorker();
      clearTimeout(worker.idle);
      // What waits for a password must not end before it is hashed.
      worker.thread.ref();
      try {
        worker.thread.postMessage(request);
        const [key]: Uint8Array[] = await once(worker.thread, 'message');
        if (!key) throw new Error('A password worker gave no answer');
        this.keep(worker);
        return key;
      } catch (error) {
        void worker.thread.terminate();
        throw error;
      }
    });
  }

  private keep(worker: HashWorker): void {
    worker.thread.unref();
    this.free.push(worker);
    worker.idle = setTimeout(() => {
      this.free.splice(this.free.indexOf(worker), 1);
      void worker.thread.terminate();
    }, idleMs);
    worker.idle.unref();
  }
}

function startWorker(): HashWorker {
  return {
    thread: new Worker(new URL('./password-worker.ts', import.meta.url)),
    idle: undefined,
  };
}
