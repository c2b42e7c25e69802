import { type Caller, heaviestOf, partyOf } from './caller-shares.ts';

export type { Caller } from './caller-shares.ts';

/** Requests that are carried out at once, and the time that others wait for a slot. */
export interface CallerLimits {
  inAll: number;
  perAccount: number;
  perAddress: number;
  waitMs: number;
  /** After this time a request with a {@link SlotHolder} may lose its slot to a caller who has fewer. */
  turnMs: number;
}

/** How a request loses its slot. */
export interface SlotHolder {
  /** Bytes that its client has sent and received so far. */
  countBytes(): number;
  /** Ends the request, which then gives the slot back. */
  end(): void;
}

interface Slot extends Caller {
  holder: SlotHolder | undefined;
  since: number;
  isEnding: boolean;
}

interface Waiter {
  slot: Slot;
  /** The request that was ended to make room. */
  ended?: Slot | undefined;
  start: () => void;
  giveUp: () => void;
}

/** Queue length per slot. Longer queues would time out anyway, so further requests are rejected. */
const waitingPerSlot = 8;
/** Guests together leave this part of all slots to those who have an account. */
const shareOfAccounts = 1 / 4;
/** Interval at which a waiting request looks for a slot that it may take over. */
const lookMs = 1000;

/** No room: the request could wait, but too many do already, or it has waited long enough. */
export class NoSlotError extends Error {}

/**
 * Slots for requests that last, with a share for each account and address; further ones wait. A slot goes to the
 * caller who has the fewest. If all are taken, the caller who has the most loses one after its turn, so that nobody
 * keeps others out with slow requests.
 */
export class CallerSlots {
  private readonly limits: CallerLimits;
  private readonly running = new Set<Slot>();
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
  async take(caller: Caller, gone: AbortSignal, holder?: SlotHolder): Promise<() => void> {
    const slot = { ...caller, holder, since: 0, isEnding: false };
    if (this.closing.signal.aborted) throw new NoSlotError();
    if (!this.hasRoom(slot)) await this.wait(slot, gone);
    else this.run(slot);
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

  private run(slot: Slot): void {
    slot.since = performance.now();
    this.running.add(slot);
  }

  private async wait(slot: Slot, gone: AbortSignal): Promise<void> {
    this.limitQueue(slot);
    const turn = Promise.withResolvers<void>();
    const giveUp = () => {
      this.waiting = this.waiting.filter((other) => other !== waiter);
      turn.reject(new NoSlotError());
    };
    const waiter: Waiter = { slot, start: turn.resolve, giveUp };
    const timer = setTimeout(giveUp, this.limits.waitMs);
    const looking = setInterval(() => this.makeRoom(waiter), lookMs);
    const ends = [gone, this.closing.signal];
    for (const signal of ends) signal.addEventListener('abort', giveUp);
    this.waiting.push(waiter);
    if (gone.aborted) giveUp();
    else this.makeRoom(waiter);
    try {
      await turn.promise;
    } finally {
      clearTimeout(timer);
      clearInterval(looking);
      for (const signal of ends) signal.removeEventListener('abort', giveUp);
    }
  }

  /** One caller must not fill the queue for all. */
  private limitQueue(slot: Slot): void {
    const queue = this.waiting.map((waiter) => waiter.slot);
    if (this.fits(slot, queue, waitingPerSlot)) return;
    const last = heaviestOf(this.rivalsOf(slot, queue, waitingPerSlot), slot, queue).at(-1);
    if (!last) throw new NoSlotError();
    this.waiting.find((waiter) => waiter.slot === last)?.giveUp();
  }

  private startWaiting(): void {
    for (let next = this.findNext(); next; next = this.findNext()) {
      const started = next;
      this.waiting = this.waiting.filter((other) => other !== started);
      this.run(started.slot);
      started.start();
    }
    if (this.running.size === 0) {
      this.whenIdle.resolve();
      this.whenIdle = Promise.withResolvers();
    }
  }

  /** Of those that fit the one whose caller has the fewest slots, then the first that came. */
  private findNext(): Waiter | undefined {
    const counts = Map.groupBy(this.running, partyOf);
    const countOf = ({ slot }: Waiter) => counts.get(partyOf(slot))?.length ?? 0;
    return this.waiting
      .filter(({ slot }) => this.hasRoom(slot))
      .reduce<Waiter | undefined>(
        (best, each) => (best && countOf(best) <= countOf(each) ? best : each),
        undefined,
      );
  }

  /** Ends the slowest request, since its start, of the caller who has the most. */
  private makeRoom(waiter: Waiter): void {
    if (waiter.ended && this.running.has(waiter.ended)) return;
    const running = [...this.running];
    const now = performance.now();
    const rivals = this.rivalsOf(waiter.slot, running, 1).filter(
      ({ holder, since, isEnding }) => holder && !isEnding && now - since >= this.limits.turnMs,
    );
    const speed = ({ holder, since }: Slot) => (holder?.countBytes() ?? 0) / (now - since + 1);
    const [slowest] = heaviestOf(rivals, waiter.slot, running).toSorted(
      (one, other) => speed(one) - speed(other),
    );
    if (!slowest) return;
    slowest.isEnding = true;
    waiter.ended = slowest;
    slowest.holder?.end();
  }

  private hasRoom(slot: Slot): boolean {
    return this.fits(slot, [...this.running], 1);
  }

  /** True where one more does not exceed so many times the limits. */
  private fits(slot: Slot, others: readonly Slot[], factor: number): boolean {
    return (
      others.length < this.limits.inAll * factor &&
      !this.areGuestsFull(slot, others, factor) &&
      !this.isOwnShareFull(slot, others, factor)
    );
  }

  /** Of a full set those of whom one would have to go; none where the caller's own share is used up. */
  private rivalsOf(slot: Slot, others: readonly Slot[], factor: number): readonly Slot[] {
    if (this.fits(slot, others, factor) || this.isOwnShareFull(slot, others, factor)) return [];
    const isForGuests = this.areGuestsFull(slot, others, factor);
    return isForGuests ? others.filter(({ account }) => account === null) : others;
  }

  private areGuestsFull({ account }: Slot, others: readonly Slot[], factor: number): boolean {
    if (account !== null) return false;
    const guests = others.filter((other) => other.account === null).length;
    return guests >= Math.ceil(this.limits.inAll * (1 - shareOfAccounts)) * factor;
  }

  private isOwnShareFull(
    { account, address }: Slot,
    others: readonly Slot[],
    factor: number,
  ): boolean {
    const { perAccount, perAddress } = this.limits;
    const ofAccount = others.filter((other) => other.account === account).length;
    const ofAddress = others.filter((other) => other.address === address).length;
    return (
      (account !== null && ofAccount >= perAccount * factor) ||
      (address !== null && ofAddress >= perAddress * factor)
    );
  }
}
