import type * as schema from './builds.schema.ts';
import { defineCall } from './endpoint.ts';

const buildsPath = '/api/repos/:namespace/:name/builds';

/** Default page size of build lists; `per_page` overrides it. */
export const buildPageSize = 50;

export const listBuilds = defineCall<typeof schema.listBuilds>()('GET', buildsPath);

/** Every query key except `branch` and `commit` is a build parameter. */
export const createBuild = defineCall<typeof schema.createBuild>()('POST', buildsPath);

export const getBuild = defineCall<typeof schema.getBuild>()('GET', `${buildsPath}/:build`);

export const getPipelineFile = defineCall<typeof schema.getPipelineFile>()(
  'GET',
  `${buildsPath}/:build/file`,
);

export const getSourceFile = defineCall<typeof schema.getSourceFile>()(
  'GET',
  `${buildsPath}/:build/file/source`,
);

/**
 * Restarts a build. Every query key except `debug`, `pause_stage` and `pause_step` overrides a parameter of the
 * original build. The two name a step before which the build pauses for terminals. With `only=failed`, no build is created:
 * the failed, killed and skipped stages of this build run again as its next attempt, and all other keys are rejected.
 */
export const restartBuild = defineCall<typeof schema.restartBuild>()(
  'POST',
  `${buildsPath}/:build`,
);

export const cancelBuild = defineCall<typeof schema.cancelBuild>()(
  'DELETE',
  `${buildsPath}/:build`,
);

export const listBranches = defineCall<typeof schema.listBranches>()(
  'GET',
  `${buildsPath}/branches`,
);

export const deleteBranch = defineCall<typeof schema.deleteBranch>()(
  'DELETE',
  `${buildsPath}/branches/*`,
);

export const listPullRequests = defineCall<typeof schema.listPullRequests>()(
  'GET',
  `${buildsPath}/pulls`,
);

export const deletePullRequest = defineCall<typeof schema.deletePullRequest>()(
  'DELETE',
  `${buildsPath}/pulls/:pull`,
);

export const listDeployments = defineCall<typeof schema.listDeployments>()(
  'GET',
  `${buildsPath}/deployments`,
);

export const deleteDeployment = defineCall<typeof schema.deleteDeployment>()(
  'DELETE',
  `${buildsPath}/deployments/*`,
);

export const getLatestBuild = defineCall<typeof schema.getLatestBuild>()(
  'GET',
  `${buildsPath}/latest`,
);

export const promoteBuild = defineCall<typeof schema.promoteBuild>()(
  'POST',
  `${buildsPath}/:build/promote`,
);

export const rollbackBuild = defineCall<typeof schema.rollbackBuild>()(
  'POST',
  `${buildsPath}/:build/rollback`,
);

export const approveStage = defineCall<typeof schema.approveStage>()(
  'POST',
  `${buildsPath}/:build/approve/:stage`,
);

export const declineStage = defineCall<typeof schema.declineStage>()(
  'POST',
  `${buildsPath}/:build/decline/:stage`,
);

export const declineBuild = defineCall<typeof schema.declineBuild>()(
  'POST',
  `${buildsPath}/:build/decline`,
);

const pinPath = `${buildsPath}/:build/pin` as const;

export const pinBuild = defineCall<typeof schema.pinBuild>()('POST', pinPath);

export const unpinBuild = defineCall<typeof schema.unpinBuild>()('DELETE', pinPath);

export const purgeBuilds = defineCall<typeof schema.purgeBuilds>()('DELETE', buildsPath);
