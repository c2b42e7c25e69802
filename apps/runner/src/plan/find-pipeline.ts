import type { Stage } from '@millrace/contract/api';
import {
  formatProblem,
  type Pipeline,
  type PipelineFile,
  parsePipelineFile,
} from '@millrace/contract/pipeline';
import type { StageDetails } from '@millrace/contract/runner';
import { type Environment, PlanError } from './stage-plan.ts';

/** Reads the pipeline file of a stage, with the values in its texts. */
export type ReadFile = (details: StageDetails, values: Environment) => Promise<PipelineFile>;

export function readFile({ config }: StageDetails, values: Environment): PipelineFile {
  return parsePipelineFile(config, { values });
}

/** The pipeline of the file that the stage was made from. */
export function findPipeline(file: PipelineFile, { stage }: StageDetails): Pipeline {
  const error = file.problems.find((problem) => problem.severity === 'error');
  if (error) throw new PlanError(`The pipeline file is not valid: ${formatProblem(error)}`);
  const named = file.pipelines.filter((candidate) => candidate.name === stage.name);
  const pipeline = named.find((candidate) => isOf(candidate, stage)) ?? named[0];
  if (!pipeline) throw new PlanError(`The pipeline file has no pipeline named "${stage.name}"`);
  return pipeline;
}

/** Refuses what a pipeline may only do in a trusted repository. */
export function requireTrust(pipeline: Pipeline, { repo }: StageDetails): void {
  const [problem] = repo.trusted ? [] : pipeline.trustProblems;
  if (problem) throw new PlanError(formatProblem(problem));
}

/** Pipelines of one name may differ in their platform. */
function isOf({ type, platform }: Pipeline, stage: Stage): boolean {
  return type === stage.type && platform.os === stage.os && platform.arch === stage.arch;
}
