import { type Caller, heaviestOf, partyOf } from './caller-shares.ts';

export type { Caller } from './caller-shares.ts';

/** Limits of concurrent requests, and of the time that others wait for a slot. */
export interface CallerLimits {
  inAll: number;
  perAccount: number;
  perAddress: number;
  waitMs: number;
  /** Time after which the slot of a {@link SlotHolder} may be revoked for a caller with fewer slots. */
  turnMs: number;
}

/** Functions to measure and end a running request. */
export interface SlotHolder {
  /** Counts the bytes sent to and received from its client so far. */
  countBytes(): number;
  /** Ends the request, which then releases its slot. */
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
/** Share of all slots that guests together leave to accounts. */
const shareOfAccounts = 1 / 4;
/** Interval at which a waiting request checks for a slot that can be revoked. */
const lookMs = 1000;

/** There is no slot: too many requests wait, or the request has waited too long. */
export class NoSlotError extends Error {}

/**
 * Slots for long requests, with a share for each account and address. Further requests wait. A free slot goes
 * to the caller with the fewest. If all slots are in use, the caller with the most loses one after its
 * minimum time, so that slow requests cannot block other callers.
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

  /** Resolves with a function that releases the slot. Rejects if there is none, or if `gone` aborts. */
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

  /** Accepts no further requests, and resolves when all running ones have released their slots. */
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

  /** Keeps one caller from filling the queue. */
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

  /** Finds the waiting request whose caller has the fewest slots; among equals the oldest. */
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

  /** Ends the slowest request, measured since its start, of the caller with the most slots. */
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

  /** Returns whether one more request fits into the limits times this factor. */
  private fits(slot: Slot, others: readonly Slot[], factor: number): boolean {
    return (
      others.length < this.limits.inAll * factor &&
      !this.areGuestsFull(slot, others, factor) &&
      !this.isOwnShareFull(slot, others, factor)
    );
  }

  /**
   * Lists the requests of which one would have to end for this one; none if the caller's own share is used
   * up.
   */
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
