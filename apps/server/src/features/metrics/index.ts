import { Registry } from 'prom-client';
import { readLastBackup } from '../../cluster/last-backup.ts';
import type { CreateFeature } from '../../feature.ts';
import { countJobs } from '../../jobs/failed-jobs.ts';
import { checkStore } from '../../object-store/check-store.ts';
import { checkHealth } from '../../shared/check-health.ts';
import { readDisk } from '../../shared/read-disk.ts';
import { queuePort } from '../queue/port.ts';
import { countRequests } from './http-metrics.ts';
import { LoadMetrics } from './load-metrics.ts';
import { registerMetricsRoutes } from './metrics-routes.ts';
import { SystemStatsReader } from './system-stats.ts';
import { countWork } from './work-metrics.ts';

/** Metrics for Prometheus, and totals of the server. */
export const metrics: CreateFeature = (core, ask, contributed) => {
  const { artifactStore, config, db, measurements, tls } = core;
  const work = new Registry();
  countWork(work, measurements);
  return {
    addRoutes: ({ api, app, streams }) => {
      const registry = new Registry();
      countRequests(registry, app);
      const stats = new SystemStatsReader(db, () => streams.count());
      const load = new LoadMetrics(registry, {
        stats,
        queuePort: ask(queuePort),
        contributed,
        countJobs: () => countJobs(db),
        certificateExpirySec: () => tls?.certificate.expirySec ?? null,
        readDisk: () => readDisk(config),
        isStoreUp: async () => (await checkHealth(() => checkStore(artifactStore))).ok,
        readLastBackup: () => readLastBackup(db),
      });
      registerMetricsRoutes(api, {
        stats,
        load,
        registries: [work, registry],
        isOpen: config.metrics === 'everyone',
      });
    },
  };
};
