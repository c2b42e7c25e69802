import type { Attempt, Build, NewStage, NewStep, Stage, Step } from '../build.ts';
import type { Refusal } from './command.ts';

/** A build with all its stages, and the steps of those stages that a command may change. */
export interface BuildState {
  build: Build;
  stages: Stage[];
  steps: Step[];
}

/** Changes made by a command; stages and steps by id. */
export interface BuildChanges {
  build: Partial<Build>;
  stages: Map<number, Partial<Stage>>;
  steps: Map<number, Partial<Step>>;
  newSteps: NewStep[];
  /** New stages by the ids of the stages that they replace. */
  replacements: Map<number, NewStage>;
  /** Attempts that started or finished. */
  attempts: Attempt[];
  /** Whether runners may get a stage now: one is ready, or a stage that used up a limit has finished. */
  freesQueue: boolean;
}

/** Null if the command has already been applied. */
export type Decision = { changes: BuildChanges } | { refusal: Refusal } | null;

export function refuse(reason: Refusal['reason'], message: string): Decision {
  return { refusal: { reason, message } };
}

export function noChanges(): BuildChanges {
  return {
    build: {},
    stages: new Map(),
    steps: new Map(),
    newSteps: [],
    replacements: new Map(),
    attempts: [],
    freesQueue: false,
  };
}

/**
 * Returns the state after the changes, with the old versions and without new steps. A stage that replaces
 * another one has its id.
 */
export function applyChanges(state: BuildState, changes: BuildChanges): BuildState {
  return {
    build: { ...state.build, ...changes.build },
    stages: state.stages.map((stage) => ({
      ...stage,
      ...changes.stages.get(stage.id),
      ...changes.replacements.get(stage.id),
    })),
    steps: state.steps
      .filter((step) => !changes.replacements.has(step.stageId))
      .map((step) => ({ ...step, ...changes.steps.get(step.id) })),
  };
}
