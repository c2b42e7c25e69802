import type { CreateFeature } from '../../feature.ts';
import { RepeatedJob } from '../../jobs/repeated-job.ts';
import { ArtifactCleaner } from './artifact-cleaner.ts';
import { registerArtifactLimitsRoutes } from './artifact-limits-routes.ts';
import { registerArtifactRoutes } from './artifact-routes.ts';
import { ArtifactService } from './artifact-service.ts';

/** Artifacts: files that the server collects from steps. */
export const artifacts: CreateFeature = (core, ports) => {
  const { config, artifactStore: store } = core;
  const service = new ArtifactService({ ...core, store, limits: config.artifacts });
  const expiry = new RepeatedJob({
    ...core,
    everyMs: 600_000,
    failure: 'The check for expired artifacts failed',
    work: (stopped) => service.expire(stopped),
  });
  return {
    owns: ['artifacts', 'artifact_limits', 'artifact_totals'],
    ports: {
      storeArtifact: (step, file, signal) => service.add(step, file, signal),
      countArtifacts: (stepIds) => service.count(stepIds),
      measureArtifacts: (repoId) => service.measure(repoId),
    },
    addRoutes: ({ api, downloads }) => {
      registerArtifactRoutes(api, { ...core, artifacts: service, downloads, ports });
      registerArtifactLimitsRoutes(api, service);
    },
    jobs: { deleteArtifacts: new ArtifactCleaner({ ...core, store }), expireArtifacts: expiry },
  };
};
