/** One earlier run of a stage. */
export interface StageRun {
  /** Id of the build. */
  build: number;
  seconds: number;
  hasFailed: boolean;
}

/** Standard deviation of the logarithms if there are too few runs to compute it. */
const usualSpread = 0.4;
/** Fewest runs whose spread is computed. */
const fewest = 3;
const minSeconds = 0.5;

/**
 * Distribution of a stage's duration, from its earlier runs. If the next run is like the earlier ones, it is equally
 * likely to lie in each of the gaps between them, so n runs divide the distribution into n + 1 equal parts. The parts
 * at the ends are extended by the spread of the logarithms.
 */
export class DurationModel {
  private readonly sorted: readonly StageRun[];
  private readonly logs: readonly number[];
  private readonly spread: number;
  private readonly ranks = new Map<number, number>();

  /** @param runs at least one */
  constructor(runs: readonly StageRun[]) {
    this.sorted = runs.toSorted((one, other) => one.seconds - other.seconds);
    this.logs = this.sorted.map(({ seconds }) => Math.log(Math.max(minSeconds, seconds)));
    this.spread = spreadOf(this.logs);
    for (const [rank, { build }] of this.sorted.entries()) this.ranks.set(build, rank);
  }

  /** Returns the part of the distribution, from 0 to 1, that an earlier build stands for; undefined if it has no run. */
  partOf(build: number, within: number): number | undefined {
    const rank = this.ranks.get(build);
    return rank === undefined ? undefined : (rank + within) / this.sorted.length;
  }

  /** Returns the duration in seconds that a part of all runs, between 0 and 1, does not exceed. */
  quantile(part: number): number {
    const count = this.logs.length;
    const position = part * (count + 1);
    const [first = 0] = this.logs;
    const last = this.logs.at(-1) ?? 0;
    if (position < 1) return Math.exp(first - this.spread * tail(position, count));
    if (position > count) return Math.exp(last + this.spread * tail(count + 1 - position, count));
    const at = Math.floor(position);
    const low = this.logs[at - 1] ?? first;
    const high = this.logs[at] ?? last;
    return Math.exp(low + (high - low) * (position - at));
  }

  /** Returns the part of all runs that are not longer. */
  partUpTo(seconds: number): number {
    let low = 0;
    let high = 1;
    for (let step = 0; step < 20; step++) {
      const middle = (low + high) / 2;
      if (this.quantile(middle) <= seconds) low = middle;
      else high = middle;
    }
    return low;
  }

  /** Returns whether the earlier run at this part of the distribution failed. */
  hasFailed(part: number): boolean {
    const at = Math.min(this.sorted.length - 1, Math.floor(part * this.sorted.length));
    return this.sorted[at]?.hasFailed === true;
  }
}

/**
 * Returns the distance from the outermost run, in standard deviations. It is larger for few runs, whose spread is
 * uncertain, so that the interval is that of Student's distribution.
 *
 * @param position from 0, at the end, to 1, at that run
 */
function tail(position: number, count: number): number {
  const width = count < fewest ? 1 : 0.4 + 3.3 / count;
  return -width * Math.log(Math.max(1e-6, position));
}

function spreadOf(logs: readonly number[]): number {
  if (logs.length < fewest) return usualSpread;
  const mean = logs.reduce((sum, each) => sum + each, 0) / logs.length;
  const squares = logs.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  return Math.sqrt(squares / (logs.length - 1));
}
