import { DatabaseBusyError } from '../../shared/errors.ts';
import { FairSlots } from '../../shared/fair-slots.ts';

const maxWaiting = 500;

/**
 * Shares out the connections that reads may use: the rest stay free for changes, runners and health checks.
 * One place gets at most half of them, so its slow searches cannot hold up the reads of others.
 */
export class ReadSlots {
  private readonly all: FairSlots;
  private readonly maxPerPlace: number;
  private readonly places = new Map<string, { slots: FairSlots; users: number }>();

  constructor(count: number) {
    this.all = new FairSlots(count, {
      waiting: maxWaiting,
      refusal: () => new DatabaseBusyError(),
    });
    this.maxPerPlace = Math.ceil(count / 2);
  }

  /** Resolves with the function that gives the slot back. */
  async acquire(place: string): Promise<() => void> {
    const acquired = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const hold = () => {
      acquired.resolve();
      return released.promise;
    };
    this.runIn(place, hold).catch(acquired.reject);
    await acquired.promise;
    return () => released.resolve();
  }

  private async runIn(place: string, job: () => Promise<void>): Promise<void> {
    const own = this.places.get(place) ?? { slots: new FairSlots(this.maxPerPlace), users: 0 };
    this.places.set(place, own);
    own.users++;
    try {
      await own.slots.run(place, () => this.all.run(place, job));
    } finally {
      if (--own.users === 0) this.places.delete(place);
    }
  }
}
