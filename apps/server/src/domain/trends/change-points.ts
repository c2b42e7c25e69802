/** A lasting change of a value. */
export interface ChangePoint {
  /** Index of the first value after the change. */
  index: number;
  /** Medians of the values before and after it. */
  before: number;
  after: number;
}

/** Minimum number of values on either side of a change. */
const minValues = 12;
/** Values on either side that are compared: more in a long series, whose noise has more chances. */
const window = { min: 30, max: 100, share: 1 / 8 };
/** Minimum ratio of the medians, in either direction. */
const minRatio = 1.2;
/** Minimum difference of the medians, in seconds: durations are whole seconds. */
const minDifference = 3;
/** Probability that a whole series without a change has a false one, if its values are independent. */
const falseAlarms = 0.001;
/** Candidates are first tried in steps of this share of the window. */
const stride = 1 / 10;

/**
 * Finds lasting changes in a series of durations, in order.
 *
 * At each index, the values of a window before it are compared with those of a window after it. It is a
 * change if the medians differ by a fifth, and the rank test of Mann and Whitney excludes chance. Ranks and
 * medians make single slow builds harmless: half of the values of a window must have changed. Of several
 * indexes within a window, the one with the clearest difference is the change.
 */
export function* findChangePoints(values: readonly number[]): Generator<void, ChangePoint[]> {
  const candidates = values.length - 2 * minValues + 1;
  if (candidates < 1) return [];
  const size = Math.round(clamp(values.length * window.share, window.min, window.max));
  const limit = normalQuantile(1 - falseAlarms / 2 / candidates);
  const step = Math.max(1, Math.floor(size * stride));
  const last = values.length - minValues;

  const compare = (index: number): Comparison => {
    const before = values.slice(Math.max(0, index - size), index);
    const after = values.slice(index, index + size);
    return { index, ...compareRanks(before, after) };
  };
  const coarse: Comparison[] = [];
  for (let index = minValues; index <= last; index += step) {
    coarse.push(compare(index));
    yield;
  }
  const promising = coarse
    .filter(({ score }) => score > limit * 0.8)
    .toSorted((one, other) => other.score - one.score);
  const radius = Math.max(step, minValues);
  const found: Comparison[] = [];
  const isNearFound = (index: number) =>
    found.some((other) => Math.abs(other.index - index) < size);
  for (const { index } of promising) {
    if (isNearFound(index)) continue;
    // Between two tried indexes, the difference may be clearer. So it may be too close to an end of the series.
    let best = compare(index);
    const to = Math.min(values.length - 1, index + radius);
    for (let near = Math.max(1, index - radius); near <= to; near++) {
      const other = compare(near);
      if (other.score > best.score) best = other;
      yield;
    }
    const isInside = best.index >= minValues && best.index <= last;
    if (isInside && best.score > limit && !isNearFound(best.index)) found.push(best);
  }
  return found
    .filter(({ before, after }) => isLarge(before, after))
    .toSorted((one, other) => one.index - other.index)
    .map(({ index, before, after }) => ({ index, before, after }));
}

interface Comparison extends ChangePoint {
  /** Number of standard deviations by which the ranks differ from chance. */
  score: number;
}

function isLarge(before: number, after: number): boolean {
  const [low, high] = before < after ? [before, after] : [after, before];
  return high - low >= minDifference && high >= low * minRatio;
}

/** Compares two samples by the rank test of Mann and Whitney. Equal values share their ranks. */
function compareRanks(before: readonly number[], after: readonly number[]) {
  const one = Float64Array.from(before).sort();
  const other = Float64Array.from(after).sort();
  // Twice the number of pairs in which the later value is larger; equal values count half.
  let larger = 0;
  let [below, upTo] = [0, 0];
  for (const value of other) {
    while (below < one.length && (one[below] ?? 0) < value) below++;
    while (upTo < one.length && (one[upTo] ?? 0) <= value) upTo++;
    larger += below + upTo;
  }
  const pairs = one.length * other.length;
  const deviation = Math.sqrt((pairs * (one.length + other.length + 1)) / 12);
  return {
    score: Math.abs(larger / 2 - pairs / 2) / deviation,
    before: middle(one),
    after: middle(other),
  };
}

function middle(sorted: Float64Array): number {
  return sorted[Math.ceil(sorted.length / 2) - 1] ?? 0;
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}

/** Returns the value below which a standard normal variable is with this probability, above 0.99. */
function normalQuantile(probability: number): number {
  // Abramowitz and Stegun, formula 26.2.23, with an error below 0.00045.
  const t = Math.sqrt(-2 * Math.log(1 - probability));
  return (
    t -
    (2.515517 + 0.802853 * t + 0.010328 * t * t) /
      (1 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t * t * t)
  );
}
