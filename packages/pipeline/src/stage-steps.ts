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
  const pipelines = file.pipelines
    .filter(({ name }) => name === stage)
    .map((pipeline) => ({
      ...pipeline,
      services: pipeline.services.map((step) => withMatchingGroups(step, facts)),
      steps: pipeline.steps.map((step) => withMatchingGroups(step, facts)),
    }));
  const steps = pipelines.flatMap(({ services, steps }) => [...services, ...steps]);
  const included = new Set(steps.filter((step) => matchConditions(step.when, facts)));
  const triggered = new Set(pipelines.filter(({ trigger }) => matchConditions(trigger, facts)));
  return { file: { ...file, pipelines }, triggered, included };
}

/** A step that runs does so for the sake of these groups, of which each has its own status. */
function withMatchingGroups(step: PipelineStep, facts: ConditionFacts): PipelineStep {
  const when = matchingGroups(step.when, facts);
  return when.length > 0 ? { ...step, when } : step;
}
