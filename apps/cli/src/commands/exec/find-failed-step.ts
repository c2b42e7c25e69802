import type { Build, Stage, Step } from '@millrace/contract/api';
import { hasFailed } from '@millrace/contract/vocabulary';
import { StartError } from '@millrace/node-kit/start-error';
import type { Selection } from './select-stages.ts';

/** A stage of a finished build, and the step that failed; undefined if the stage failed without one. */
export interface FailedStep {
  stage: Stage;
  step: Step | undefined;
}

/**
 * Finds the stage and the step that the user names or numbers. By default, it is the first one that failed.
 *
 * @throws StartError if there is none
 */
export function findFailedStep(
  build: Build,
  { stage: stageName, step: stepName }: Selection,
): FailedStep {
  const stages = build.stages ?? [];
  const stage = stageName === undefined ? stages.find(counts) : findNamed(stages, stageName);
  if (!stage) throw new StartError(explain('stage', `Build ${build.number}`, stageName, stages));
  const steps = stage.steps ?? [];
  if (stepName === undefined) return { stage, step: steps.find(counts) };
  const step = findNamed(steps, stepName);
  if (!step) throw new StartError(explain('step', `The stage ${stage.name}`, stepName, steps));
  return { stage, step };
}

function counts({ status, errignore }: Stage | Step): boolean {
  return hasFailed(status) && !errignore;
}

function findNamed<Part extends Stage | Step>(
  parts: readonly Part[],
  name: string,
): Part | undefined {
  return (
    parts.find((part) => part.name === name) ?? parts.find(({ number }) => String(number) === name)
  );
}

function explain(
  kind: 'stage' | 'step',
  subject: string,
  name: string | undefined,
  parts: readonly (Stage | Step)[],
): string {
  const names = parts.map((part) => part.name).join(', ') || 'none';
  const problem = name === undefined ? `no ${kind} that failed` : `no ${kind} "${name}"`;
  return `${subject} has ${problem}. It has: ${names}.`;
}
