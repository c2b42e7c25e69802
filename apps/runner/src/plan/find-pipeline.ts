import { formatProblem, type Pipeline, parsePipelineFile } from '@millrace/contract/pipeline';
import { PlanError } from './stage-plan.ts';

/** The pipeline of the file that the stage was made from. */
export function findPipeline(config: string, stageName: string): Pipeline {
  const file = parsePipelineFile(config);
  const error = file.problems.find((problem) => problem.severity === 'error');
  if (error) throw new PlanError(`The pipeline file is not valid: ${formatProblem(error)}`);
  const pipeline = file.pipelines.find((candidate) => candidate.name === stageName);
  if (!pipeline) throw new PlanError(`The pipeline file has no pipeline named "${stageName}"`);
  return pipeline;
}
