import {
  type Condition,
  type ConditionFacts,
  type Conditions,
  formatProblem,
  type Pipeline,
  type PipelineFile,
  type Problem,
} from '@millrace/contract/pipeline';
import { type PlannedStage, planStages } from '../domain/plan-stages.ts';

/** Stages of a pipeline file for one event. With errors there are no stages. */
export interface StageFile {
  errors: string[];
  warnings: string[];
  stages: PlannedStage[];
  /** Features of the stages that require a trusted repository. */
  trustErrors: string[];
  /** True if a stage or a step has a condition on changed files. */
  hasPathConditions: boolean;
}

export function stagesOf({ pipelines, problems }: PipelineFile, facts: ConditionFacts): StageFile {
  const errors = textsOf(problems, 'error');
  const stages = errors.length > 0 ? [] : planStages(pipelines, facts);
  const names = stages.map((stage) => stage.name);
  const trustErrors = trustErrorsOf(pipelines, names);
  const hasPathConditions = pipelines.some(dependsOnPaths);
  return { errors, warnings: textsOf(problems, 'warning'), stages, trustErrors, hasPathConditions };
}

function dependsOnPaths({ trigger, services, steps }: Pipeline): boolean {
  return [trigger, ...[...services, ...steps].map(({ when }) => when)].some(({ paths }) => paths);
}

/** Lists features of these pipelines that require a trusted repository. */
export function trustErrorsOf(pipelines: readonly Pipeline[], names: readonly string[]): string[] {
  return pipelines
    .filter((pipeline) => names.includes(pipeline.name))
    .flatMap((pipeline) => pipeline.trustProblems.map(formatProblem));
}

function textsOf(problems: Problem[], severity: Problem['severity']): string[] {
  return problems.filter((problem) => problem.severity === severity).map(formatProblem);
}

/**
 * Estimates the time to evaluate conditions: comparing a pattern with a value takes time in proportion to the
 * product of their lengths.
 */
export function effortOf(conditions: readonly Conditions[], facts: ConditionFacts): number {
  const patterns = conditions
    .flatMap((each) => Object.values(each))
    .reduce((sum, condition) => sum + lengthOf(condition), 0);
  const { paths = [], ...texts } = facts;
  const maxLength = Math.max(0, ...Object.values(texts).map((text) => text?.length ?? 0));
  return patterns * (maxLength + paths.reduce((sum, path) => sum + path.length, 0));
}

function lengthOf({ include, exclude }: Condition): number {
  return [...include, ...exclude].reduce((sum, pattern) => sum + pattern.length, 0);
}
