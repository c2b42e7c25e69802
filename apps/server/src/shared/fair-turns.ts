import { FairQueue } from '@millrace/build-host/threads/fair-queue';
import { TimeSlice } from '@millrace/node-kit/time-slice';

/**
 * Lets jobs begin round-robin by key while the event loop is busy, as many in each turn as fit into a slice of time.
 * Hundreds of calls that arrive together would else all be answered before anybody else's.
 */
export class FairTurns {
  private readonly slice = new TimeSlice();
  private readonly waiting = new FairQueue<() => void>(Number.POSITIVE_INFINITY);
  private isBusy = false;

  async take(key: string): Promise<void> {
    if (!this.isBusy && !this.slice.isOver()) return;
    const turn = Promise.withResolvers<void>();
    this.waiting.add(key, turn.resolve, () => {});
    if (!this.isBusy) void this.serveWaiting();
    await turn.promise;
  }

  private async serveWaiting(): Promise<void> {
    this.isBusy = true;
    await this.slice.next();
    for (let begin = this.waiting.take(); begin; begin = this.waiting.take()) {
      begin();
      await promisesSettled();
      if (this.slice.isOver()) await this.slice.next();
    }
    this.isBusy = false;
  }
}

/** Resolves when the promises that can settle in this turn have, in which a call does most of its work. */
function promisesSettled(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}
