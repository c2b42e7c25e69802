import type { TrendPeriod } from '../../api/index.ts';
import type { MockApi } from './mock-api.ts';

const daySec = 86_400;

/**
 * Sets the trend of a repository: a week until 2026-11-30 UTC of ten builds a day, two of which fail. The builds
 * are slower from the fourth day on; the second day has none.
 */
export function setTrends({ state }: MockApi): void {
  const end = Date.UTC(2026, 10, 30) / 1000;
  const periods = Array.from({ length: 7 }, (_, at): TrendPeriod => {
    const start = end - (7 - at) * daySec;
    if (at === 1) return { start, success: 0, failed: 0 };
    const p50 = at < 3 ? 100 : 150;
    return {
      start,
      success: 8,
      failed: 2,
      duration: { p50, p95: p50 + 30, count: 8 },
      queued: { p50: 5, p95: 20 + at, count: 10 },
    };
  });
  const change = {
    build: 31,
    commit: '3f2a9c01d4e5f60718293a4b5c6d7e8f90a1b2c3',
    title: 'Grind finer',
    created: end - 4 * daySec + 3600,
    before: 100,
    after: 150,
  };
  state.buildTrend = { unit: 'day', end, builds: 60, periods, changes: [change] };
  state.trendParts = {
    builds: 48,
    parts: [
      { stage_name: 'test', p50: 120, p95: 170, count: 48 },
      { stage_name: 'test', step_name: 'unit', p50: 90, p95: 160, count: 48 },
      { stage_name: 'lint', p50: 20, p95: 200, count: 40 },
    ],
  };
}
