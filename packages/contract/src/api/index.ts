import * as runnerCalls from '../runner/calls.ts';
import * as connectionCalls from '../runner/connection-calls.ts';
import * as accessTokens from './access-tokens.ts';
import * as accounts from './accounts.ts';
import * as answers from './answers.ts';
import * as artifacts from './artifacts.ts';
import * as audit from './audit.ts';
import * as badges from './badges.ts';
import * as bisections from './bisections.ts';
import * as buildAccess from './build-access.ts';
import * as buildCounts from './build-counts.ts';
import * as builds from './builds.ts';
import * as caches from './caches.ts';
import * as cards from './cards.ts';
import * as causes from './causes.ts';
import * as crons from './crons.ts';
import * as defaultBranches from './default-branches.ts';
import * as deployTargets from './deploy-targets.ts';
import * as durations from './durations.ts';
import type { Endpoint } from './endpoint.ts';
import * as estimates from './estimates.ts';
import * as failures from './failures.ts';
import * as firstErrors from './first-errors.ts';
import * as incompleteBuilds from './incomplete-builds.ts';
import * as jobs from './jobs.ts';
import * as logComparison from './log-comparison.ts';
import * as logSearch from './log-search.ts';
import * as logs from './logs.ts';
import * as notifications from './notifications.ts';
import * as parameters from './parameters.ts';
import * as pipelineChanges from './pipeline-changes.ts';
import * as pipelineCommits from './pipeline-commits.ts';
import * as pipelinePlans from './pipeline-plans.ts';
import * as profile from './profile.ts';
import * as queue from './queue.ts';
import * as registries from './registries.ts';
import * as replay from './replay.ts';
import * as repoSizes from './repo-sizes.ts';
import * as repos from './repos.ts';
import * as retention from './retention.ts';
import * as runners from './runners.ts';
import * as secrets from './secrets.ts';
import * as starterPipelines from './starter-pipelines.ts';
import * as summaries from './summaries.ts';
import * as system from './system.ts';
import * as systemStatus from './system-status.ts';
import * as templates from './templates.ts';
import * as terminals from './terminals.ts';
import * as tests from './tests.ts';
import * as users from './users.ts';

export * from './access-tokens.ts';
export * from './accounts.ts';
export * from './answers.ts';
export * from './artifacts.ts';
export * from './audit.ts';
export * from './badges.ts';
export * from './bisections.ts';
export * from './build.ts';
export * from './build-access.ts';
export * from './build-counts.ts';
export * from './build-filter.ts';
export * from './builds.ts';
export * from './caches.ts';
export * from './cards.ts';
export * from './causes.ts';
export * from './crons.ts';
export * from './default-branches.ts';
export * from './deploy-targets.ts';
export * from './durations.ts';
export * from './endpoint.ts';
export * from './estimates.ts';
export * from './failures.ts';
export * from './first-errors.ts';
export * from './incomplete-builds.ts';
export * from './jobs.ts';
export * from './log-comparison.ts';
export * from './log-search.ts';
export * from './logs.ts';
export * from './names.ts';
export * from './needed-scope.ts';
export * from './notifications.ts';
export type { OwnedCall } from './owned-call.ts';
export * from './page-config.ts';
export * from './parameters.ts';
export * from './pipeline-changes.ts';
export * from './pipeline-commits.ts';
export * from './pipeline-plans.ts';
export * from './profile.ts';
export * from './queue.ts';
export * from './registries.ts';
export * from './replay.ts';
export * from './repo-sizes.ts';
export * from './repos.ts';
export * from './retention.ts';
export * from './runners.ts';
export * from './secrets.ts';
export * from './session.ts';
export * from './stage-waiting.ts';
export * from './starter-pipelines.ts';
export * from './subscription.ts';
export * from './summaries.ts';
export * from './system.ts';
export * from './system-status.ts';
export * from './templates.ts';
export * from './terminals.ts';
export * from './tests.ts';
export * from './users.ts';

/** All endpoints of the API. */
export const endpoints = [
  accessTokens,
  accounts,
  answers,
  artifacts,
  audit,
  badges,
  bisections,
  buildAccess,
  buildCounts,
  builds,
  caches,
  cards,
  causes,
  crons,
  defaultBranches,
  deployTargets,
  durations,
  estimates,
  failures,
  firstErrors,
  incompleteBuilds,
  jobs,
  logComparison,
  logSearch,
  logs,
  notifications,
  parameters,
  pipelineChanges,
  pipelineCommits,
  pipelinePlans,
  profile,
  queue,
  registries,
  replay,
  repos,
  repoSizes,
  retention,
  runners,
  connectionCalls,
  runnerCalls,
  secrets,
  starterPipelines,
  summaries,
  system,
  systemStatus,
  templates,
  terminals,
  tests,
  users,
].flatMap((resource) => Object.values<unknown>(resource).filter(isEndpoint));

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
}
