import { Readable } from 'node:stream';
import { getMetrics, getSystemStats } from '@millrace/contract/api';
import { type ApiRoutes, StreamedAnswer } from '../../http/api-routes.ts';
import type { LoadMetrics } from './load-metrics.ts';
import type { SystemStatsReader } from './system-stats.ts';

interface Deps {
  stats: SystemStatsReader;
  load: LoadMetrics;
  /** Whether everyone may read the metrics. */
  isOpen: boolean;
}

export function registerMetricsRoutes(routes: ApiRoutes, { stats, load, isOpen }: Deps): void {
  routes.session(getSystemStats, () => stats.read());
  routes.monitor(getMetrics, isOpen, async () => {
    const { text, contentType } = await load.read();
    return new StreamedAnswer(Readable.from([text]), { 'content-type': contentType });
  });
}
