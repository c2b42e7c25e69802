import { FairSlots, type SlotLimit } from '@millrace/build-host/threads/fair-slots';

interface Options extends SlotLimit {
  count: number;
  /** Maximum number of slots for one key. */
  perKey: number;
}

/** Slots with a maximum share for each key, so that slow jobs of one key do not block the others. */
export class SlotsPerKey {
  private readonly options: Options;
  private readonly all: FairSlots;
  private readonly keys = new Map<string, { slots: FairSlots; users: number }>();

  constructor(options: Options) {
    this.options = options;
    this.all = new FairSlots(options.count, options);
  }

  async run<Result>(key: string, job: () => Promise<Result>): Promise<Result> {
    const own = this.keys.get(key) ?? {
      slots: new FairSlots(this.options.perKey, this.options),
      users: 0,
    };
    this.keys.set(key, own);
    own.users++;
    try {
      return await own.slots.run(key, () => this.all.run(key, job));
    } finally {
      if (--own.users === 0) this.keys.delete(key);
    }
  }

  /** Resolves with a function that releases the slot. */
  async acquire(key: string): Promise<() => void> {
    const acquired = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const occupy = () => {
      acquired.resolve();
      return released.promise;
    };
    this.run(key, occupy).catch(acquired.reject);
    await acquired.promise;
    return () => released.resolve();
  }
}
