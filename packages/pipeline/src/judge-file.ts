import type { ConditionFacts } from './conditions.ts';
import { deploysToTarget } from './deployment-parts.ts';
import { pipelineLimits } from './limits.ts';
import { formatProblem } from './parse-pipeline-file.ts';
import type { Pipeline, PipelineFile, Problem } from './pipeline.ts';
import { type PlannedStage, planStages } from './plan-stages.ts';

/** Decision about a pipeline file for one event. With errors there are no stages. */
export interface JudgedFile {
  errors: string[];
  warnings: string[];
  stages: PlannedStage[];
  /** Features of the stages that require a trusted repository. */
  trustErrors: string[];
  /** True if a stage or a step has a condition on changed files. */
  hasPathConditions: boolean;
  /** True if a build with a target runs a stage or a step for it. */
  isDeployment: boolean;
}

/** Decides about a file for real builds, and for all plans of builds that do not exist. */
export function judgeFile(
  { pipelines, problems }: PipelineFile,
  facts: ConditionFacts,
): JudgedFile {
  const errors = textsOf(problems, 'error');
  const stages = errors.length > 0 ? [] : planStages(pipelines, facts);
  const names = stages.map((stage) => stage.name);
  const trustErrors = listTrustErrors(pipelines, names);
  const hasPathConditions = pipelines.some(dependsOnPaths);
  const { target } = facts;
  const isDeployment = Boolean(target) && stages.length > 0 && deploysToTarget(pipelines, facts);
  const warnings = textsOf(problems, 'warning');
  if (target && stages.length > 0 && !isDeployment) warnings.push(noDeployment(target));
  return { errors, warnings, stages, trustErrors, hasPathConditions, isDeployment };
}

/** End of the warning about a build with a target for which nothing runs. Nothing else stores that. */
export const deploysNothing = 'so this build deploys nothing';

function noDeployment(target: string): string {
  return `No stage and no step is for the target "${target}", ${deploysNothing}`;
}

/** Returns why a file starts no build although a pipeline is for the event; empty if it starts one. */
export function findFileRefusal(
  { errors, trustErrors }: Pick<JudgedFile, 'errors' | 'trustErrors'>,
  { trusted }: { trusted: boolean },
): string {
  if (errors.length > 0) return errors.join('; ');
  return trusted ? '' : (trustErrors[0] ?? '');
}

/** Lists features of these pipelines that require a trusted repository. */
export function listTrustErrors(
  pipelines: readonly Pipeline[],
  names: readonly string[],
): string[] {
  return pipelines
    .filter((pipeline) => names.includes(pipeline.name))
    .flatMap((pipeline) => pipeline.trustProblems.map(formatProblem));
}

/** Returns whether a condition of the pipeline, or of one of its steps, depends on changed files. */
export function dependsOnPaths({ trigger, services, steps }: Pipeline): boolean {
  return [trigger, ...[...services, ...steps].map(({ when }) => when)].some((groups) =>
    groups.some(({ paths }) => paths),
  );
}

function textsOf(problems: readonly Problem[], severity: Problem['severity']): string[] {
  return problems.filter((problem) => problem.severity === severity).map(formatProblem);
}

/** Returns whether a pipeline file is longer than any build accepts. */
export function isConfigTooLong(config: string): boolean {
  return config.length > pipelineLimits.characters;
}
