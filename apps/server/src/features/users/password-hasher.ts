import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { SignInLimits } from '../../config/sign-in-limits.ts';
import { TooManyError } from '../../shared/errors.ts';
import { FairQueue } from './fair-queue.ts';
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
  private readonly limits: Pick<SignInLimits, 'workers' | 'queue'>;
  private readonly queue: FairQueue<() => void>;
  private readonly free: HashWorker[] = [];
  private running = 0;

  constructor(limits: Pick<SignInLimits, 'workers' | 'queue'>) {
    this.limits = limits;
    this.queue = new FairQueue(limits.queue);
  }

  hash(password: string): Promise<string> {
    return createHash(password, (request) => this.derive(request, ''));
  }

  /** `place` is where the question comes from: nobody's questions keep the others' waiting. */
  verify(password: string, hash: string, place: string): Promise<boolean> {
    return verifyHash(password, hash, (request) => this.derive(request, place));
  }

  private async derive(request: KeyRequest, place: string): Promise<Uint8Array> {
    if (this.running < this.limits.workers) this.running++;
    else await this.wait(place);
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
    } finally {
      const next = this.queue.take();
      if (next) next();
      else this.running--;
    }
  }

  private async wait(place: string): Promise<void> {
    const turn = Promise.withResolvers<void>();
    const refuse = () =>
      turn.reject(new TooManyError('Too many sign-ins at once, please try again', retryAfterSec));
    if (!this.queue.add(place, turn.resolve, refuse)) refuse();
    await turn.promise;
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
