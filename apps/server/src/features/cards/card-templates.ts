import type { BlockList, LookupFunction } from 'node:net';
import { FairSlots } from '@millrace/build-host/threads/fair-slots';
import { missing, TooManyError } from '@millrace/contract/api-errors';
import type { Clock } from '@millrace/node-kit/clock';
import { createByteCache } from '../../shared/byte-cache.ts';
import { FetchError, fetchText } from '../../shared/fetch-text.ts';

interface Deps {
  clock: Clock;
  closed: BlockList;
  lookup?: LookupFunction;
}

interface CachedTemplate {
  text: string;
  length: number;
  untilSec: number;
}

const limits = { maxBytes: 256 * 1024, timeoutMs: 5000, maxRedirects: 3 };
const cacheSec = 60;
const maxCacheBytes = 8 * 1024 * 1024;

/** Fetches card templates, so that browsers send requests only to this server. */
export class CardTemplates {
  private readonly deps: Deps;
  private readonly cached = createByteCache<CachedTemplate>(maxCacheBytes);
  private readonly underWay = new Map<string, Promise<string>>();
  private readonly slots = new FairSlots(8, {
    waiting: 64,
    refusal: () => new TooManyError('Too many concurrent requests for card templates', 5),
  });

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /**
   * Returns a template as JSON. `ownerKey` identifies the owner of the card: slots are shared fairly between
   * owners, so slow templates of one do not delay those of others.
   */
  async require(address: string, ownerKey: string): Promise<string> {
    const cached = this.cached.get(address);
    if (cached && cached.untilSec > this.deps.clock.nowSec()) return cached.text;
    return this.underWay.get(address) ?? this.start(address, ownerKey);
  }

  private start(address: string, ownerKey: string): Promise<string> {
    const running = this.slots
      .run(ownerKey, () => this.fetch(address))
      .finally(() => this.underWay.delete(address));
    this.underWay.set(address, running);
    return running;
  }

  private async fetch(address: string): Promise<string> {
    try {
      const text = await fetchText(address, { ...limits, ...this.deps });
      if (!isJson(text)) throw new FetchError('did not return JSON');
      const untilSec = this.deps.clock.nowSec() + cacheSec;
      this.cached.set(address, { text, length: text.length * 2, untilSec });
      return text;
    } catch (error) {
      if (!(error instanceof FetchError)) throw error;
      throw missing(`The URL of the card template ${error.message}`);
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
