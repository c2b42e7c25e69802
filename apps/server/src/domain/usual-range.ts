/** Range in which most values lie. */
export interface UsualRange {
  median: number;
  low: number;
  high: number;
  /** Number of values in the sample. */
  count: number;
}

/** Minimum number of values for a meaningful range. */
const minValues = 5;
/** Share of values that is ignored at either end. */
const rare = 0.1;

/**
 * Returns the range without the lowest and highest tenth of the values; undefined if there are too few
 * values.
 */
export function usualRange(values: readonly number[]): UsualRange | undefined {
  if (values.length < minValues) return undefined;
  const sorted = values.toSorted((one, other) => one - other);
  const last = sorted.length - 1;
  return {
    median: sorted[Math.round(last / 2)] ?? 0,
    low: sorted[Math.ceil(rare * last)] ?? 0,
    high: sorted[Math.floor((1 - rare) * last)] ?? 0,
    count: sorted.length,
  };
}
