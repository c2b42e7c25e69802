import type { Stage } from '@millrace/contract/api';
import { formatProblem, type Pipeline, parsePipelineFile } from '@millrace/contract/pipeline';
import type { StageDetails } from '@millrace/contract/runner';
import { type Environment, PlanError } from './stage-plan.ts';

/** The pipeline of the file that the stage was made from, with the values in its texts. */
export function findPipeline({ config, stage }: StageDetails, values: Environment): Pipeline {
  const file = parsePipelineFile(config, { values });
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
