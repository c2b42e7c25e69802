import { RetryLaterError } from '@millrace/contract/api-errors';
import type { Clock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';

interface Deps<Item> {
  clock: Clock;
  logger: Logger;
  /** Number of all items. */
  count: () => Promise<number>;
  /** Lists items whose last check is not later than `olderThanSec`, oldest first. */
  listDue: (olderThanSec: number, nowSec: number, limit: number) => Promise<Item[]>;
  /** Checks one item. `again` requests another check soon. */
  check: (item: Item) => Promise<'done' | 'again'>;
  setChecked: (item: Item, checked: number) => Promise<void>;
  /** Returns the group of an item. A group uses one account at the forge, and shares its rate limit. */
  groupOf: (item: Item) => number;
  maxPerMinute: number;
  /** Time within which every item is checked; by default an hour. */
  withinMinutes?: number;
  /** Logged with each check that fails. */
  failure: string;
}

const usualMinutes = 60;
/**
 * Minimum time between two checks of an item, as a share of the time within which every item is checked. All items are then
 * checked in the share of a pass, so less than the whole time passes.
 */
const restShare = 2 / 3;
const passShare = 1 / 4;
/** Time until an item whose check failed is checked again. */
const retrySec = 5 * 60;
/**
 * Maximum number of failing groups per pass: the forge is unavailable, and each further attempt is a timeout.
 */
const maxAwayGroups = 3;

/** Checks every item within a time, a share of them each minute, to spread the load on the forge. */
export class SpreadChecks<Item> {
  private readonly deps: Deps<Item>;

  constructor(deps: Deps<Item>) {
    this.deps = deps;
  }

  /** Checks the share of one minute. */
  async tick(stopped: AbortSignal): Promise<void> {
    const { clock, count, listDue, groupOf, maxPerMinute } = this.deps;
    const now = clock.nowSec();
    const limit = Math.min(maxPerMinute, Math.ceil((await count()) / this.passMinutes));
    if (limit === 0) return;
    const away = new Set<number>();
    for (const item of await listDue(now - this.restSec, now, limit)) {
      if (stopped.aborted || away.size >= maxAwayGroups) return;
      const outcome = away.has(groupOf(item)) ? 'away' : await this.checkOne(item);
      if (outcome === 'away') away.add(groupOf(item));
      await this.setChecked(item, outcome === 'done');
    }
  }

  /** Checks an item at once, because another call has found it changed. */
  async checkNow(item: Item): Promise<void> {
    await this.setChecked(item, (await this.checkOne(item)) === 'done');
  }

  private get restSec(): number {
    return Math.floor(this.withinMinutes * 60 * restShare);
  }

  private get passMinutes(): number {
    return Math.max(1, this.withinMinutes * passShare);
  }

  private get withinMinutes(): number {
    return this.deps.withinMinutes ?? usualMinutes;
  }

  private setChecked(item: Item, isDone: boolean): Promise<void> {
    const checked = this.deps.clock.nowSec();
    return this.deps.setChecked(
      item,
      isDone ? checked : checked - Math.max(0, this.restSec - retrySec),
    );
  }

  private async checkOne(item: Item): Promise<'done' | 'again' | 'away'> {
    const { check, logger, failure } = this.deps;
    try {
      return await check(item);
    } catch (error) {
      logger.warn({ err: error }, failure);
      return error instanceof RetryLaterError ? 'away' : 'again';
    }
  }
}
