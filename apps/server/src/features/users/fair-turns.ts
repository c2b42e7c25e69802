import { TooManyError } from '../../shared/errors.ts';
import { FairQueue } from './fair-queue.ts';

interface Limits {
  atOnce: number;
  waiting: number;
  /** What those are told for whom there is no room. */
  refusal: string;
}

const retryAfterSec = 5;

/** Runs so many jobs at once; the others wait, each place in its turn. */
export class FairTurns {
  private readonly limits: Limits;
  private readonly queue: FairQueue<() => void>;
  private running = 0;

  constructor(limits: Limits) {
    this.limits = limits;
    this.queue = new FairQueue(limits.waiting);
  }

  async run<Result>(place: string, job: () => Promise<Result>): Promise<Result> {
    if (this.running < this.limits.atOnce) this.running++;
    else await this.wait(place);
    try {
      return await job();
    } finally {
      const next = this.queue.take();
      if (next) next();
      else this.running--;
    }
  }

  private async wait(place: string): Promise<void> {
    const turn = Promise.withResolvers<void>();
    const refuse = () => turn.reject(new TooManyError(this.limits.refusal, retryAfterSec));
    if (!this.queue.add(place, turn.resolve, refuse)) refuse();
    await turn.promise;
  }
}
