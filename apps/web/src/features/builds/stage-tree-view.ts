import type { Build, Stage, Step } from '@millrace/contract/api';
import { hasFailed, type Status } from '@millrace/contract/vocabulary';
import { hasExtras } from '../../api/server-extras.ts';

const closedStatuses: ReadonlySet<Status> = new Set([
  'skipped',
  'blocked',
  'pending',
  'waiting_on_dependencies',
]);

export function isExpandable(stage: Stage): boolean {
  return Boolean(stage.steps?.length) && !closedStatuses.has(stage.status);
}

export function isSelectable(step: Step): boolean {
  return step.status !== 'skipped';
}

export interface Selection {
  stage: Stage | undefined;
  step: Step | undefined;
}

/** Stage and step of an address, by their numbers. */
export function findSelection(build: Build, stageNumber: number, stepNumber: number): Selection {
  const stage = build.stages?.find((candidate) => candidate.number === stageNumber);
  return { stage, step: stage?.steps?.find((candidate) => candidate.number === stepNumber) };
}

/** True when the address asks for a stage that the build does not have. */
export function isStageMissing(build: Build, stageNumber: number): boolean {
  const stages = build.stages ?? [];
  return !stages.some((stage) => stage.number === stageNumber) && stageNumber > stages.length;
}

/** Whether stages of a build that is over can run again while the others keep their results. */
export function canRestartFailed({ status, stages = [] }: Build): boolean {
  const isOver = status === 'failure' || status === 'error' || status === 'killed';
  return (isOver || status === 'skipped') && stages.length > 0;
}

/** Whether the page of a build says what failed. */
export function hasFailurePanel(build: Build): boolean {
  return hasExtras(build) && hasFailed(build.status) && !build.error;
}

export interface FailedStep {
  stage: number;
  stage_name: string;
  step: number;
  step_name: string;
}

/** The steps that failed and are not allowed to. */
export function listFailures({ stages = [] }: Build): FailedStep[] {
  return stages.flatMap((stage) =>
    (stage.steps ?? [])
      .filter(({ status, errignore }) => hasFailed(status) && !errignore)
      .map(({ number, name }) => ({
        ...{ stage: stage.number, stage_name: stage.name },
        ...{ step: number, step_name: name },
      })),
  );
}
