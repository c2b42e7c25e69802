import { findDependents } from '@millrace/build-rules';
import { StartError } from '@millrace/node-kit/start-error';
import {
  type ConditionFacts,
  explainConditions,
  matchConditions,
  type Pipeline,
  type PlannedStage,
} from '@millrace/pipeline';
import { findNeededSteps } from './select-steps.ts';

/** Stages and steps that the user asked for; all if undefined. */
export interface Selection {
  stage: string | undefined;
  step: string | undefined;
}

/**
 * Returns the stages that the user asked for.
 *
 * @throws StartError if there are none
 */
export function selectStages(
  stages: readonly PlannedStage[],
  pipelines: readonly Pipeline[],
  { stage: wanted, step }: Selection,
  facts: ConditionFacts,
): PlannedStage[] {
  const named = stages.filter(({ name }) => wanted === undefined || name === wanted);
  if (named.length === 0)
    throw new StartError(explainMissingStage(stages, pipelines, wanted, facts));
  if (step === undefined) return named;
  const names = new Set(named.map(({ name }) => name));
  const candidates = pipelines
    .filter(({ name }) => names.has(name))
    .flatMap((pipeline) => {
      const found = pipeline.steps.find(({ name }) => name === step);
      return found ? { pipeline, mismatch: explainConditions(found.when, facts) } : [];
    });
  const [first] = candidates;
  if (!first) throw new StartError(`No stage of this build has a step named "${step}".`);
  const matching = candidates.filter(({ mismatch }) => mismatch === undefined);
  if (matching.length === 0) {
    throw new StartError(`The step "${step}" is not part of this build: ${first.mismatch}.`);
  }
  const selected = new Set(matching.map(({ pipeline }) => pipeline.name));
  return named.filter(({ name }) => selected.has(name));
}

/**
 * Lists the stages that a person starts, and those that depend on them. Only a user who names one runs it: on a server, it
 * would not run by itself either.
 */
export function findManualStages(
  stages: readonly PlannedStage[],
  { stage, step }: Selection,
): PlannedStage[] {
  if (stage !== undefined || step !== undefined) return [];
  const manual = stages.filter((each) => each.manual);
  return [...new Set([...manual, ...findDependents(stages, manual)])];
}

/** Describes which steps run for the sake of one step. */
export function describeNeededSteps(
  pipelines: readonly Pipeline[],
  stages: readonly PlannedStage[],
  step: string,
  facts: ConditionFacts,
): string[] {
  const names = new Set(stages.map(({ name }) => name));
  return pipelines
    .filter(({ name }) => names.has(name))
    .map((pipeline) => {
      const needed = findNeededSteps(pipeline, step);
      const names = [...pipeline.services, ...pipeline.steps]
        .filter(({ name, when }) => needed.has(name) && matchConditions(when, facts))
        .map(({ name }) => name);
      return `The stage ${pipeline.name} runs ${names.join(', ')}`;
    });
}

function explainMissingStage(
  stages: readonly PlannedStage[],
  pipelines: readonly Pipeline[],
  wanted: string | undefined,
  facts: ConditionFacts,
): string {
  const pipeline = pipelines.find(({ name }) => name === wanted);
  const mismatch = pipeline && explainConditions(pipeline.trigger, facts);
  if (mismatch) return `The stage "${wanted}" is not part of this build: ${mismatch}.`;
  const names = stages.map(({ name }) => name).join(', ');
  return `There is no stage named "${wanted}". The build has: ${names}.`;
}
