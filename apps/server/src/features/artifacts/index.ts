import type { CreateFeature } from '../../feature.ts';
import { RepeatedJob } from '../../jobs/repeated-job.ts';
import { ObjectCleaner } from '../../object-store/object-cleaner.ts';
import { registerArtifactLimitsRoutes } from './artifact-limits-routes.ts';
import { ArtifactLimitsStore } from './artifact-limits-store.ts';
import { registerArtifactRoutes } from './artifact-routes.ts';
import { ArtifactService } from './artifact-service.ts';
import { ArtifactStore } from './artifact-store.ts';
import { artifactsOfBuilds } from './artifacts-of-builds.ts';
import { EarlierArtifacts } from './earlier-artifacts.ts';
import { registerReportRoutes } from './report-routes.ts';
import { ReportTokens } from './report-tokens.ts';

/** Artifacts: files that the server collects from steps. */
export const artifacts: CreateFeature = (core, _ask, contributed) => {
  const { config, artifactStore: store } = core;
  const service = new ArtifactService({ ...core, contributed, store, limits: config.artifacts });
  const earlier = new EarlierArtifacts({ ...core, store, artifacts: service });
  const everyMs = 3_600_000;
  const oldTotals = new RepeatedJob({
    ...core,
    everyMs,
    failure: 'Old totals of artifacts could not be deleted',
    work: () => service.deleteOldTotals(),
  });
  const expired = new RepeatedJob({
    ...core,
    everyMs,
    failure: 'Expired artifacts could not be deleted',
    work: () => service.deleteExpired(),
  });
  return {
    owns: {
      artifacts: { reason: 'Rows without a step are deleted after their object' },
      deleted_artifacts: 'build',
      artifact_limits: 'repository',
      artifact_totals: { reason: 'Deleted after a day' },
    },
    storedFiles: {
      store: (step, file, signal) => service.add(step, file, signal),
      open: (stepId, path) => service.open(stepId, path),
    },
    ownRetention: {
      artifact_days: {
        find: (repoId) => service.findDays(repoId),
        put: (trx, repoId, limit) => new ArtifactLimitsStore(trx).putDays(repoId, limit),
      },
    },
    stepFiles: {
      artifact: (step, file, signal) => service.add(step, file, signal),
      link: (step, file, signal) => service.addLink(step, file, signal),
    },
    stepCalls: {
      whileRunning: {
        listEarlierArtifacts: (step, { query }) => earlier.list(step, query),
        loadEarlierArtifact: (step, { params }) => earlier.load(step, params.artifact),
      },
    },
    buildCounts: async (stepIds) => {
      const artifacts = await service.count(stepIds);
      return artifacts > 0 ? { artifacts } : {};
    },
    replayParts: async ({ stages = [] }) => ({
      deleted_artifacts: await earlier.listDeleted(stages),
    }),
    repoSizes: { artifacts: (repoId) => service.measure(repoId) },
    buildData: artifactsOfBuilds,
    addRoutes: ({ api, app, downloads }) => {
      registerArtifactRoutes(api, { ...core, artifacts: service, downloads });
      registerArtifactLimitsRoutes(api, service);
      const tokens = new ReportTokens(core.keys.sealer, core.clock, config.reportAddressMs);
      registerReportRoutes(app, api, { ...core, artifacts: service, downloads, tokens });
    },
    jobs: {
      deleteArtifacts: new ObjectCleaner({ ...core, store, objects: new ArtifactStore(core.db) }),
      deleteOldTotals: oldTotals,
      deleteExpiredArtifacts: expired,
    },
  };
};
