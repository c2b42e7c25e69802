import type { StageDetails } from '@millrace/contract/runner';
import { type ConditionFacts, conditionFacts } from '@millrace/pipeline';

/** Returns the facts that the conditions of a stage and its steps are compared with, without outputs. */
export function stageFacts({
  build,
  repo,
  system,
  changedPaths,
}: Pick<StageDetails, 'build' | 'repo' | 'system' | 'changedPaths'>): ConditionFacts {
  const { source_repo: sourceRepo, deploy_to: deployTo = '', cron = '', params = {} } = build;
  return conditionFacts(
    { ...build, sourceRepo, deployTo, cron, params },
    { slug: repo.slug, instance: system.host, paths: changedPaths },
  );
}
