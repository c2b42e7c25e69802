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
  /** Stages that a new attempt leaves out, because a placeholder stands for them again. */
  removed: Set<number>;
  /** New stages besides those of `replacements`. */
  newStages: NewStage[];
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
    removed: new Set(),
    newStages: [],
    attempts: [],
    freesQueue: false,
  };
}

/**
 * Returns the state after the changes, with the old versions and without new steps. A stage that replaces
 * another one has its id, and other new ones have ids that {@link newStageAt} knows.
 */
export function applyChanges(state: BuildState, changes: BuildChanges): BuildState {
  const { replacements, removed, newStages } = changes;
  const kept = state.stages
    .filter(({ id }) => !removed.has(id))
    .map((stage) => ({
      ...stage,
      ...changes.stages.get(stage.id),
      ...replacements.get(stage.id),
    }));
  const added = newStages.map((stage, at): Stage => {
    return { ...stage, id: -1 - at, buildId: state.build.id, version: 0 };
  });
  return {
    build: { ...state.build, ...changes.build },
    stages: [...kept, ...added],
    steps: state.steps
      .filter(({ stageId }) => !replacements.has(stageId) && !removed.has(stageId))
      .map((step) => ({ ...step, ...changes.steps.get(step.id) })),
  };
}

/** Returns the new stage that has this id in the state after the changes; undefined for all other stages. */
export function newStageAt({ newStages }: BuildChanges, id: number): NewStage | undefined {
  return id < 0 ? newStages[-1 - id] : undefined;
}
