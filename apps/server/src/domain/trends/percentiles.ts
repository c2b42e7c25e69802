export interface Percentiles {
  p50: number;
  p95: number;
  count: number;
}

/** Returns the median and the 95th percentile; undefined without values. */
export function percentilesOf(values: readonly number[]): Percentiles | undefined {
  if (values.length === 0) return undefined;
  const sorted = Float64Array.from(values).sort();
  return { p50: rank(sorted, 0.5), p95: rank(sorted, 0.95), count: values.length };
}

/** Returns the nearest rank: the smallest value that is at least as large as this share of the values. */
function rank(sorted: Float64Array, share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
