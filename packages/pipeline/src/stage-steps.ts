import { type ConditionFacts, matchConditions, matchingGroups } from './conditions.ts';
import { parsePipelineFile } from './parse-pipeline-file.ts';
import type { Pipeline, PipelineFile, PipelineStep } from './pipeline.ts';
import type { Values } from './substitution/extract-expressions.ts';

/** Parts of a pipeline file that a runner needs for one stage. */
export interface StageStepsInput {
  /** Name of the stage's pipeline. */
  stage: string;
  values: Values;
  facts: ConditionFacts;
}

export interface StageSteps {
  /** The file with only the pipelines of that name. */
  file: PipelineFile;
  /** Pipelines whose trigger matches the build. */
  triggered: ReadonlySet<Pipeline>;
  /** Services and steps whose conditions match the build. */
  included: ReadonlySet<PipelineStep>;
}

export function readStageSteps(text: string, input: StageStepsInput): StageSteps {
  return selectStageSteps(parsePipelineFile(text, { values: input.values }), input);
}

export function selectStageSteps(
  file: PipelineFile,
  { stage, facts }: Pick<StageStepsInput, 'stage' | 'facts'>,
): StageSteps {
  const included = new Set<PipelineStep>();
  // A step that runs does so for the sake of the groups that match, of which each has its own status.
  const select = (step: PipelineStep): PipelineStep => {
    const when = matchingGroups(step.when, facts);
    if (when.length === 0) return step;
    const selected = { ...step, when };
    included.add(selected);
    return selected;
  };
  const pipelines = file.pipelines
    .filter(({ name }) => name === stage)
    .map((pipeline) => ({
      ...pipeline,
      services: pipeline.services.map(select),
      steps: pipeline.steps.map(select),
    }));
  const triggered = new Set(pipelines.filter(({ trigger }) => matchConditions(trigger, facts)));
  return { file: { ...file, pipelines }, triggered, included };
}
