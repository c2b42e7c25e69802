import { type ConditionFacts, matchConditions } from './conditions.ts';
import { parsePipelineFile } from './parse-pipeline-file.ts';
import type { Pipeline, PipelineFile, PipelineStep } from './pipeline.ts';
import type { Values } from './substitution/take-out.ts';

/** What a runner wants to know of a pipeline file. */
export interface StageStepsInput {
  /** Name of the stage's pipeline. */
  stage: string;
  values: Values;
  facts: ConditionFacts;
}

export interface StageSteps {
  /** With the pipelines of that name alone. */
  file: PipelineFile;
  /** Of these pipelines those whose trigger fits the build. */
  triggered: ReadonlySet<Pipeline>;
  /** Their services and steps that the build has. */
  kept: ReadonlySet<PipelineStep>;
}

export function readStageSteps(text: string, input: StageStepsInput): StageSteps {
  return keepSteps(parsePipelineFile(text, { values: input.values }), input);
}

export function keepSteps(
  file: PipelineFile,
  { stage, facts }: Pick<StageStepsInput, 'stage' | 'facts'>,
): StageSteps {
  const pipelines = file.pipelines.filter(({ name }) => name === stage);
  const steps = pipelines.flatMap(({ services, steps }) => [...services, ...steps]);
  const kept = new Set(steps.filter((step) => matchConditions(step.when, facts)));
  const triggered = new Set(pipelines.filter(({ trigger }) => matchConditions(trigger, facts)));
  return { file: { ...file, pipelines }, triggered, kept };
}
