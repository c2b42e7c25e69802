import { Readable } from 'node:stream';
import { getMetrics, getSystemStats } from '@millrace/contract/api';
import { Registry } from 'prom-client';
import { type ApiRoutes, StreamedAnswer } from '../../http/api-routes.ts';
import type { LoadMetrics } from './load-metrics.ts';
import type { SystemStatsReader } from './system-stats.ts';

interface Deps {
  stats: SystemStatsReader;
  load: LoadMetrics;
  registries: readonly Registry[];
  /** Whether everyone may read the metrics. */
  isOpen: boolean;
}

export function registerMetricsRoutes(
  routes: ApiRoutes,
  { stats, load, registries, isOpen }: Deps,
): void {
  routes.session(getSystemStats, () => stats.read());
  routes.monitor(getMetrics, isOpen, async () => {
    await load.measure();
    const texts = await Promise.all(registries.map((registry) => registry.metrics()));
    return new StreamedAnswer(Readable.from([texts.join('\n')]), {
      'content-type': Registry.PROMETHEUS_CONTENT_TYPE,
    });
  });
}
