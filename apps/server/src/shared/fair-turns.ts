import { FairSlots } from '@millrace/build-host/threads/fair-slots';
import { TimeSlice } from '@millrace/node-kit/time-slice';

/**
 * Lets jobs begin one per turn of the event loop while it is busy, round-robin by key. Hundreds of calls that arrive
 * together would else all be answered before anybody else's.
 */
export class FairTurns {
  private readonly slice = new TimeSlice();
  private readonly slots = new FairSlots(1);

  async take(key: string): Promise<void> {
    if (!this.slice.isOver()) return;
    await this.slots.run(key, () => this.slice.next());
  }
}
