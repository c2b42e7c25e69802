import { FairSlots, type SlotLimit } from '@millrace/build-host/threads/fair-slots';

interface Options extends SlotLimit {
  count: number;
  /** Maximum number of slots for one place. */
  perPlace: number;
}

/** Slots with a maximum share for each place, so that slow jobs of one place do not block the others. */
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

  /** Resolves with a function that releases the slot. */
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
