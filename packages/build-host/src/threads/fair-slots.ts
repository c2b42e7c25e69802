import { FairQueue } from './fair-queue.ts';

export interface SlotLimit {
  /** Maximum number of waiting jobs. */
  waiting: number;
  /** Error for jobs that exceed the limit. */
  refusal: () => Error;
}

const noLimit: SlotLimit = {
  waiting: Number.POSITIVE_INFINITY,
  refusal: () => new Error('Unexpected: the queue has no limit'),
};

/** Limits concurrent jobs. Waiting jobs are started round-robin by key. */
export class FairSlots {
  private free: number;
  private readonly limit: SlotLimit;
  private readonly queue: FairQueue<() => void>;

  constructor(count: number, limit = noLimit) {
    this.free = count;
    this.limit = limit;
    this.queue = new FairQueue(limit.waiting);
  }

  async run<Result>(key: string, job: () => Promise<Result>): Promise<Result> {
    if (this.free > 0) this.free--;
    else await this.wait(key);
    try {
      return await job();
    } finally {
      const next = this.queue.take();
      if (next) next();
      else this.free++;
    }
  }

  private async wait(key: string): Promise<void> {
    const turn = Promise.withResolvers<void>();
    const refuse = () => turn.reject(this.limit.refusal());
    if (!this.queue.add(key, turn.resolve, refuse)) refuse();
    await turn.promise;
  }
}
