import type { BlockList, LookupFunction } from 'node:net';
import type { Clock } from '@millrace/node-kit/clock';
import { createByteCache } from '../../shared/byte-cache.ts';
import { notFound, TooManyError } from '../../shared/errors.ts';
import { FairSlots } from '../../shared/fair-slots.ts';
import { FetchError, fetchText } from '../../shared/fetch-text.ts';

interface Deps {
  clock: Clock;
  closed: BlockList;
  lookup?: LookupFunction;
}

interface Kept {
  text: string;
  length: number;
  untilSec: number;
}

const limits = { maxBytes: 256 * 1024, timeoutMs: 5000, maxRedirects: 3 };
const keptSec = 60;
const keptBytes = 8 * 1024 * 1024;

/** Fetches the templates of cards for the browsers, which ask nobody but this server. */
export class CardTemplates {
  private readonly deps: Deps;
  private readonly kept = createByteCache<Kept>(keptBytes);
  private readonly underWay = new Map<string, Promise<string>>();
  private readonly slots = new FairSlots(8, {
    waiting: 64,
    refusal: () => new TooManyError('Too many templates of cards are asked for at once', 5),
  });

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /** JSON. `place` is whose card it is: nobody's slow templates keep the others' waiting. */
  async require(address: string, place: string): Promise<string> {
    const kept = this.kept.get(address);
    if (kept && kept.untilSec > this.deps.clock.nowSec()) return kept.text;
    return this.underWay.get(address) ?? this.start(address, place);
  }

  private start(address: string, place: string): Promise<string> {
    const running = this.slots
      .run(place, () => this.fetch(address))
      .finally(() => this.underWay.delete(address));
    this.underWay.set(address, running);
    return running;
  }

  private async fetch(address: string): Promise<string> {
    try {
      const text = await fetchText(address, { ...limits, ...this.deps });
      if (!isJson(text)) throw new FetchError('answered no JSON');
      const untilSec = this.deps.clock.nowSec() + keptSec;
      this.kept.set(address, { text, length: text.length * 2, untilSec });
      return text;
    } catch (error) {
      if (!(error instanceof FetchError)) throw error;
      throw notFound(`The address of the card's template ${error.message}`);
    }
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
