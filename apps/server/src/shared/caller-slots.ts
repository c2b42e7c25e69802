export interface Caller {
  /** Whose limit counts: an account's login or the name of a build; null for a guest. */
  account: string | null;
  /** Null where it says nothing about the caller, as for builds, which share their runner's. */
  address: string | null;
}

/** Requests that are carried out at once, and the time that others wait for a slot. */
export interface CallerLimits {
  inAll: number;
  perAccount: number;
  perAddress: number;
  waitMs: number;
}

interface Waiter {
  slot: Caller;
  start: () => void;
}

/** Waiting requests for each that may run: more than these would not get their turn in time. */
const waitingPerSlot = 8;
/** Guests together leave this part of all slots to those who have an account. */
const shareOfAccounts = 1 / 4;

/** No room: the request could wait, but too many do already, or it has waited long enough. */
export class NoSlotError extends Error {}

/** Slots for requests that last, with a share for each account and address; further ones wait in the order of their coming. */
export class CallerSlots {
  private readonly limits: CallerLimits;
  private readonly running = new Set<Caller>();
  private readonly closing = new AbortController();
  private waiting: Waiter[] = [];
  private whenIdle = Promise.withResolvers<void>();

  constructor(limits: CallerLimits) {
    this.limits = limits;
  }

  /** Aborts when the server stops. */
  get stopping(): AbortSignal {
    return this.closing.signal;
  }

  /** Resolves with what gives the slot back. Rejects when there is no room or `gone` aborts. */
  async take(caller: Caller, gone: AbortSignal): Promise<() => void> {
    const slot = { ...caller };
    if (this.closing.signal.aborted) throw new NoSlotError();
    if (!this.hasRoom(slot)) await this.wait(slot, gone);
    else this.running.add(slot);
    return () => {
      this.running.delete(slot);
      this.startWaiting();
    };
  }

  /** Takes no more, and resolves once all that run have given their slots back. */
  async close(): Promise<void> {
    this.closing.abort();
    if (this.running.size > 0) await this.whenIdle.promise;
  }

  private async wait(slot: Caller, gone: AbortSignal): Promise<void> {
    this.refuseCrowd(slot);
    const turn = Promise.withResolvers<void>();
    const waiter = { slot, start: turn.resolve };
    const giveUp = () => {
      this.waiting = this.waiting.filter((other) => other !== waiter);
      turn.reject(new NoSlotError());
    };
    const timer = setTimeout(giveUp, this.limits.waitMs);
    const ends = [gone, this.closing.signal];
    for (const signal of ends) signal.addEventListener('abort', giveUp);
    this.waiting.push(waiter);
    if (gone.aborted) giveUp();
    try {
      await turn.promise;
    } finally {
      clearTimeout(timer);
      for (const signal of ends) signal.removeEventListener('abort', giveUp);
    }
  }

  /** One caller must not fill the queue for all. */
  private refuseCrowd(slot: Caller): void {
    const waiting = this.waiting.map((waiter) => waiter.slot);
    if (!this.fits(slot, waiting, waitingPerSlot)) throw new NoSlotError();
  }

  private startWaiting(): void {
    for (const waiter of [...this.waiting]) {
      if (!this.hasRoom(waiter.slot)) continue;
      this.waiting = this.waiting.filter((other) => other !== waiter);
      this.running.add(waiter.slot);
      waiter.start();
    }
    if (this.running.size === 0) {
      this.whenIdle.resolve();
      this.whenIdle = Promise.withResolvers();
    }
  }

  private hasRoom(slot: Caller): boolean {
    return this.fits(slot, [...this.running], 1);
  }

  /** True where one more does not exceed so many times the limits. */
  private fits({ account, address }: Caller, others: Caller[], factor: number): boolean {
    const { inAll, perAccount, perAddress } = this.limits;
    const ofAccount = others.filter((other) => other.account === account).length;
    const ofAddress = others.filter((other) => other.address === address).length;
    const accountLimit = account === null ? Math.ceil(inAll * (1 - shareOfAccounts)) : perAccount;
    return (
      others.length < inAll * factor &&
      ofAccount < accountLimit * factor &&
      (address === null || ofAddress < perAddress * factor)
    );
  }
}
