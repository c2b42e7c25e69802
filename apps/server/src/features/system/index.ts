import { version } from '@millrace/node-kit/version';
import type { CreateFeature } from '../../feature.ts';
import { createApp } from '../../http/app.ts';
import { deleteFailedJobs } from '../../jobs/failed-jobs.ts';
import { RepeatedJob } from '../../jobs/repeated-job.ts';
import { apiDocsPath, registerApiDocs } from './api-docs.ts';
import { registerStatusRoutes } from './status-routes.ts';
import { registerSystemRoutes } from './system-routes.ts';
import { SystemStatusReader } from './system-status.ts';

/** The server itself: version, health, state, and the reference of its API. */
export const system: CreateFeature = (core, _ask, contributed) => ({
  pageLinks: { apiReference: apiDocsPath },
  addRoutes: ({ api, app }) => {
    const { config, drain, logger, publicUrl, userStore } = core;
    registerSystemRoutes(app, api, {
      version,
      forgeUrl: publicUrl,
      drain,
      requireDatabase: async () => void (await userStore.count()),
    });
    registerStatusRoutes(api, new SystemStatusReader(core, contributed), config.variables);
    registerApiDocs(app, api, { ...version, basePath: config.basePath }, () =>
      createApp({ logger, web: null }),
    );
  },
  jobs: {
    deleteFailedJobs: new RepeatedJob({
      ...core,
      everyMs: 600_000,
      failure: 'Old failed jobs could not be deleted',
      work: () => deleteFailedJobs(core.db, core.clock.nowSec()),
    }),
  },
});
