import { FairSlots, type SlotLimit } from './fair-slots.ts';

interface Options extends SlotLimit {
  count: number;
  /** Slots that one place may hold at most. */
  perPlace: number;
}

/** Slots of which one place gets at most a share, so that its slow jobs cannot hold up those of others. */
export class PlaceSlots {
  private readonly options: Options;
  private readonly all: FairSlots;
  private readonly places = new Map<string, { slots: FairSlots; users: number }>();

  constructor(options: Options) {
    this.options = options;
    this.all = new FairSlots(options.count, options);
  }

  async run<Result>(place: string, job: () => Promise<Result>): Promise<Result> {
    const own = this.places.get(place) ?? {
      slots: new FairSlots(this.options.perPlace, this.options),
      users: 0,
    };
    this.places.set(place, own);
    own.users++;
    try {
      return await own.slots.run(place, () => this.all.run(place, job));
    } finally {
      if (--own.users === 0) this.places.delete(place);
    }
  }

  /** Resolves with the function that gives the slot back. */
  async acquire(place: string): Promise<() => void> {
    const acquired = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const hold = () => {
      acquired.resolve();
      return released.promise;
    };
    this.run(place, hold).catch(acquired.reject);
    await acquired.promise;
    return () => released.resolve();
  }
}
