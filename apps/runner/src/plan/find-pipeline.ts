import type { Stage } from '@millrace/contract/api';
import type { StageDetails } from '@millrace/contract/runner';
import {
  formatProblem,
  type Pipeline,
  type StageSteps,
  type StageStepsInput,
} from '@millrace/pipeline';
import { stageFacts } from './stage-facts.ts';
import { type Environment, PlanError } from './stage-plan.ts';

/** Reads the pipeline file of a stage. */
export type ReadSteps = (details: StageDetails, input: StageStepsInput) => Promise<StageSteps>;

/** Returns the conditions to evaluate and the values to substitute when the runner reads the file. */
export function stepsInput(details: StageDetails, values: Environment): StageStepsInput {
  return { stage: details.stage.name, values, facts: stageFacts(details) };
}

/** Returns the pipeline that the stage was created from, among those with the same name. */
export function findPipeline(
  { file, triggered }: Pick<StageSteps, 'file' | 'triggered'>,
  details: StageDetails,
): Pipeline {
  const error = file.problems.find((problem) => problem.severity === 'error');
  if (error) throw new PlanError(`The pipeline file is not valid: ${formatProblem(error)}`);
  const { pipelines } = file;
  const { stage, build } = details;
  const candidates = pipelines.filter((candidate) => isOf(candidate, stage));
  const matching = candidates.filter((candidate) => triggered.has(candidate));
  const index = (build.stages ?? []).filter(
    (other) => isLike(other, stage) && other.number < stage.number,
  ).length;
  const pipeline = matching[index] ?? matching[0] ?? candidates[0] ?? pipelines[0];
  if (!pipeline) throw new PlanError(`The pipeline file has no pipeline named "${stage.name}"`);
  return pipeline;
}

/** Rejects features that need a trusted repository. */
export function requireTrust(pipeline: Pipeline, { repo }: StageDetails): void {
  const [problem] = repo.trusted ? [] : pipeline.trustProblems;
  if (problem) throw new PlanError(formatProblem(problem));
}

/** True if type and platform match. Pipelines with the same name may differ in their platform. */
function isOf({ type, platform }: Pipeline, stage: Stage): boolean {
  return type === stage.type && platform.os === stage.os && platform.arch === stage.arch;
}

/** True if two stages were created from pipelines with the same name, type and platform. */
function isLike({ name, type, os, arch }: Stage, stage: Stage): boolean {
  return name === stage.name && type === stage.type && os === stage.os && arch === stage.arch;
}
