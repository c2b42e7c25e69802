import { LatestBuildStore } from '../../builds/latest-build-store.ts';
import type { CreateFeature } from '../../feature.ts';
import { RepeatedJob } from '../../jobs/repeated-job.ts';
import { releaseSpace } from './release-space.ts';
import { RetentionCleaner } from './retention-cleaner.ts';
import { registerRetentionRoutes } from './retention-routes.ts';
import { RetentionSettings } from './retention-settings.ts';

/** Retention: deletes old builds and their data, by the limits of the server and of each repository. */
export const retention: CreateFeature = (core, _ask, contributed) => {
  const { limits: server, deployments } = core.config.retention;
  const settings = new RetentionSettings({ ...core, server, contributed });
  const kinds = () => contributed.buildData;
  const cleaner = new RetentionCleaner({ ...core, ...core.config, settings, deployments, kinds });
  const job = new RepeatedJob({
    ...core,
    everyMs: 3_600_000,
    failure: 'Old builds and data could not be deleted',
    work: async (stopped) => {
      await cleaner.run(stopped);
      await releaseSpace(core.db, core.clock, stopped);
    },
  });
  return {
    owns: { retention_limits: 'repository' },
    agedData: {
      content: 'branches',
      days: core.config.branchDays,
      measure: async () => ({ count: await new LatestBuildStore(core.db).count() }),
    },
    addRoutes: ({ api }) => registerRetentionRoutes(api, { ...core, settings, kinds }),
    jobs: { applyRetention: job },
  };
};
