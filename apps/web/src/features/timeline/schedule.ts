import type { Build, Stage, Step } from '@millrace/contract/api';

/** A unit of work with a duration, which starts after its dependencies. All times are Unix seconds. */
export interface Task {
  key: string;
  /** Keys of the tasks of the same list that it depends on. */
  after: string[];
  /** When its last dependency finished. */
  ready: number;
  started: number;
  /** Now, if it is still running. */
  stopped: number;
  /** The steps of a stage. */
  parts: Task[];
}

export const stageKey = (stage: Pick<Stage, 'number'>) => `${stage.number}`;
export const stepKey = (stage: Pick<Stage, 'number'>, step: Pick<Step, 'number'>) =>
  `${stage.number}/${step.number}`;

/** Returns the stages that have started in the shown attempt, with their steps. */
export function readTasks(build: Build, nowSec: number): Task[] {
  const stages = stagesOfAttempt(build).filter(({ started }) => started > 0);
  const keys = new Map(stages.map((stage) => [stage.name, stageKey(stage)]));
  const tasks = new Map<string, Task>();
  for (const stage of sortByStart(stages)) {
    const after = (stage.depends_on ?? []).flatMap((name) => keys.get(name) ?? []);
    const ends = after.map((key) => tasks.get(key)?.stopped ?? 0);
    const stopped = stage.stopped || nowSec;
    tasks.set(stageKey(stage), {
      key: stageKey(stage),
      after,
      ready: Math.min(stage.started, Math.max(stage.created, ...ends)),
      started: stage.started,
      stopped,
      parts: readSteps(stage, nowSec),
    });
  }
  return [...tasks.values()];
}

/** Returns the stages that ran in the shown attempt, without those reused from an earlier one. */
export function stagesOfAttempt({ attempt, stages = [] }: Build): Stage[] {
  return stages.filter((stage) => stage.attempt === undefined || stage.attempt === attempt);
}

/** Omits services, because no step waits for their end. */
function readSteps(stage: Stage, nowSec: number): Task[] {
  const steps = (stage.steps ?? []).filter((step) => step.started && !step.detached);
  const isSerial = steps.every((step) => !step.depends_on?.length);
  const byName = new Map(steps.map((step) => [step.name, step]));
  return steps.map((step, at): Task => {
    const names = isSerial ? (steps[at - 1]?.name ?? []) : (step.depends_on ?? []);
    const before = [names].flat().flatMap((name) => byName.get(name) ?? []);
    const started = step.started ?? 0;
    const ends = before.map((other) => other.stopped || nowSec);
    return {
      key: stepKey(stage, step),
      after: before.map((other) => stepKey(stage, other)),
      ready: Math.min(started, Math.max(stage.started, ...ends)),
      started,
      stopped: step.stopped || nowSec,
      parts: [],
    };
  });
}

/** Sorts stages by start, so that each one follows its dependencies. */
function sortByStart(stages: Stage[]): Stage[] {
  return stages.toSorted((one, other) => one.started - other.started);
}

/** Returns the keys of the tasks and parts on the critical path, which determined the end of the build. */
export function findCriticalPath(tasks: readonly Task[]): Set<string> {
  const path = new Set<string>();
  const byKey = new Map(tasks.map((task) => [task.key, task]));
  for (let task = latest(tasks); task; ) {
    path.add(task.key);
    for (const key of findCriticalPath(task.parts)) path.add(key);
    task = latest(task.after.flatMap((key) => byKey.get(key) ?? []));
  }
  return path;
}

/** Returns the task that ended last. Of several in the same second, the one that started last. */
function latest(tasks: readonly Task[]): Task | undefined {
  const byEnd = (one: Task, other: Task) =>
    one.stopped - other.stopped || one.started - other.started;
  return tasks.toSorted(byEnd).at(-1);
}
