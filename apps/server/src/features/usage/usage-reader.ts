import type { Usage, UsageGroup } from '@millrace/contract/api';
import { badRequest } from '@millrace/contract/api-errors';
import { type Prices, priceOf } from './price.ts';
import type { UsageStore, UsedByGroup } from './usage-store.ts';

export interface UsageQuery {
  from?: string | undefined;
  to?: string | undefined;
  by?: UsageGroup | undefined;
  format?: 'csv' | undefined;
}

interface Deps {
  store: Pick<UsageStore, 'sum'>;
  prices: Prices;
  currency: string;
  nowSec: () => number;
  measure: (namespace: string) => Promise<number>;
}

type Amounts = Usage['total'];

const daySec = 86_400;
const usualDays = 30;
/** Maximum number of days in one response. */
const maxDays = 400;

/** Reads the use of runners, with its price. */
export class UsageReader {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  async read(query: UsageQuery, namespace?: string): Promise<Usage> {
    const { store, currency, nowSec, measure } = this.deps;
    const to = readDay(query.to) ?? Math.floor(nowSec() / daySec);
    const from = readDay(query.from) ?? to - usualDays;
    if (from > to) throw badRequest('The first day is after the last one');
    if (to - from >= maxDays) throw badRequest(`A range has at most ${maxDays} days`);
    const by = query.by ?? 'namespace';
    const used = await store.sum(by, { from, to, namespace });
    const groups = [...Map.groupBy(used, ({ name }) => name)].map(([name, parts]) => ({
      name: by === 'day' ? writeDay(Number(name)) : name,
      ...this.add(parts),
    }));
    groups.sort(by === 'day' ? compareNames : compareAmounts);
    const stored = by === 'namespace' ? groups.map(({ name }) => measure(name)) : [];
    const sizes = await Promise.all(stored);
    return {
      from: writeDay(from),
      to: writeDay(to),
      currency,
      total: this.add(used),
      groups: groups.map((group, at) => {
        const size = sizes[at];
        return size === undefined ? group : { ...group, stored: size };
      }),
    };
  }

  private add(parts: readonly UsedByGroup[]): Amounts {
    const { prices } = this.deps;
    const hasPrices = prices.perMinute > 0 || prices.ofLabels.length > 0;
    const sum = { stages: 0, seconds: 0, waited: 0 };
    let cost = 0;
    for (const { stages, seconds, waited, labels } of parts) {
      sum.stages += stages;
      sum.seconds += seconds;
      sum.waited += waited;
      cost += priceOf(seconds, labels, prices);
    }
    return { ...sum, ...(hasPrices && { cost: Math.round(cost * 100) / 100 }) };
  }
}

/** Writes the groups as a table. */
export function writeCsv({ groups }: Usage, by: UsageGroup): string {
  const rows = groups.map(({ name, stages, seconds, waited, cost, stored }) => [
    quote(name),
    stages,
    (seconds / 60).toFixed(1),
    (waited / 60).toFixed(1),
    cost ?? '',
    stored ?? '',
  ]);
  const head = [by, 'stages', 'minutes', 'waited_minutes', 'cost', 'stored_bytes'];
  return [head, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}

/** Spreadsheets run a text that begins like a formula. */
function quote(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

function readDay(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const sec = Date.parse(`${text}T00:00:00Z`) / 1000;
  if (Number.isNaN(sec) || writeDay(sec / daySec) !== text) {
    throw badRequest(`Invalid query: ${text} is not a day`);
  }
  return sec / daySec;
}

function writeDay(day: number): string {
  return new Date(day * daySec * 1000).toISOString().slice(0, 10);
}

function compareNames(one: { name: string }, other: { name: string }): number {
  return one.name < other.name ? -1 : 1;
}

function compareAmounts(one: Amounts & { name: string }, other: Amounts & { name: string }) {
  return other.seconds - one.seconds || compareNames(one, other);
}
