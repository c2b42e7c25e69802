import type { CreateFeature } from '../../feature.ts';
import { createApp } from '../../http/app.ts';
import { version } from '../../version.ts';
import { registerApiDocs } from './api-docs.ts';
import { ServerMetrics } from './server-metrics.ts';
import { registerSystemRoutes } from './system-routes.ts';
import { SystemStatsReader } from './system-stats.ts';

/** The server itself: version, health, metrics, and the reference of its API. */
export const system: CreateFeature = (core, ports) => ({
  addRoutes: ({ api, app, streams }) => {
    const { config, db, drain, logger, publicUrl, userStore } = core;
    const stats = new SystemStatsReader(db, () => streams.count());
    const metrics = new ServerMetrics({ stats, ports });
    registerSystemRoutes(app, api, {
      version,
      stats,
      metrics: { isOpen: config.metrics === 'everyone', read: () => metrics.read() },
      forgeUrl: publicUrl,
      drain,
      requireDatabase: async () => void (await userStore.count()),
    });
    registerApiDocs(app, api, version.version, () => createApp({ logger, web: null }));
  },
});
