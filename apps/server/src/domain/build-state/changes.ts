import type { Attempt, Build, NewStage, NewStep, Stage, Step } from '../build.ts';
import type { Refusal } from './command.ts';

/** A build with all its stages, and the steps of those that a command may concern. */
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
  /** Stages that take the place of others, by the ids of those. */
  replacements: Map<number, NewStage>;
  /** Attempts that began or ended. */
  attempts: Attempt[];
  /** There may be something new to hand out: a stage is ready, or another that held it back is not. */
  freesQueue: boolean;
}

/** Null where the command was carried out before. */
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
 * The state after the changes, with versions as they were and without the new steps. A stage that takes
 * the place of another has its id.
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
