import type { Build, Stage, Step } from '@millrace/contract/api';

/** Something that took time, after what it depends on. All times are Unix seconds. */
export interface Task {
  key: string;
  /** Keys of tasks beside it. */
  after: string[];
  /** When nothing it depends on held it back any more. */
  ready: number;
  started: number;
  /** Now, while it runs. */
  stopped: number;
  /** What it consists of. */
  parts: Task[];
}

export const stageKey = (stage: Pick<Stage, 'number'>) => `${stage.number}`;
export const stepKey = (stage: Pick<Stage, 'number'>, step: Pick<Step, 'number'>) =>
  `${stage.number}/${step.number}`;

/** The stages of a build that have begun in the attempt that is shown, with their steps. */
export function readTasks(build: Build, nowSec: number): Task[] {
  const stages = stagesOfAttempt(build).filter(({ started }) => started > 0);
  const keys = new Map(stages.map((stage) => [stage.name, stageKey(stage)]));
  const tasks = new Map<string, Task>();
  for (const stage of inOrder(stages)) {
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

/** Without those that an earlier attempt carried out. */
export function stagesOfAttempt({ attempt, stages = [] }: Build): Stage[] {
  return stages.filter((stage) => stage.attempt === undefined || stage.attempt === attempt);
}

/** Services run beside the others: nothing waits for their end. */
function readSteps(stage: Stage, nowSec: number): Task[] {
  const steps = (stage.steps ?? []).filter((step) => step.started && !step.detached);
  const isSerial = steps.every((step) => !step.depends_on?.length);
  const tasks: Task[] = [];
  for (const [at, step] of steps.entries()) {
    const before = steps.filter((other, index) =>
      isSerial ? index === at - 1 : step.depends_on?.includes(other.name),
    );
    const started = step.started ?? 0;
    const ends = before.map((other) => other.stopped || nowSec);
    tasks.push({
      key: stepKey(stage, step),
      after: before.map((other) => stepKey(stage, other)),
      ready: Math.min(started, Math.max(stage.started, ...ends)),
      started,
      stopped: step.stopped || nowSec,
      parts: [],
    });
  }
  return tasks;
}

/** Each stage after those that it depends on. */
function inOrder(stages: Stage[]): Stage[] {
  return stages.toSorted((one, other) => one.started - other.started);
}

/** When all would have ended had one task taken no time. */
export function endWithout(tasks: readonly Task[], key: string): number {
  return Math.max(0, ...replay(tasks, key, 0).values());
}

/**
 * The end of each task, as much sooner as what it depends on ends.
 *
 * @param moved by how many seconds what depends on nothing begins later
 */
function replay(tasks: readonly Task[], without: string, moved: number): Map<string, number> {
  const ends = new Map<string, number>();
  for (const task of tasks.toSorted((one, other) => one.started - other.started)) {
    const bounds = task.after.map((key) => ends.get(key) ?? 0);
    const ready = bounds.length > 0 ? Math.max(...bounds) : task.ready + moved;
    const started = ready + (task.started - task.ready);
    ends.set(task.key, task.key === without ? started : endOf(task, started, without));
  }
  return ends;
}

function endOf(task: Task, started: number, without: string): number {
  const moved = started - task.started;
  if (task.parts.length === 0) return task.stopped + moved;
  const last = Math.max(...task.parts.map((part) => part.stopped));
  return Math.max(...replay(task.parts, without, moved).values()) + (task.stopped - last);
}

/** The keys of what the end of all waited for, from the first to the last, parts among them. */
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

/** Of those that ended in the same second, the one that began last. */
function latest(tasks: readonly Task[]): Task | undefined {
  const byEnd = (one: Task, other: Task) =>
    one.stopped - other.stopped || one.started - other.started;
  return tasks.toSorted(byEnd).at(-1);
}
