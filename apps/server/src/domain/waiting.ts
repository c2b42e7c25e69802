import {
  findReachedLimit,
  fitsRunner,
  isQueued,
  type QueuedStage,
  type RunnerFilter,
} from './queue.ts';

/** A runner that the server has heard of lately; one entry a type of stage that it takes. */
export interface KnownRunner extends RunnerFilter {
  name: string;
  running: number;
  capacity?: number | undefined;
  steps?: string | undefined;
  /** How many more stages it would take now. */
  freeSlots: number;
}

interface RunnerKind {
  type: string;
  os: string;
  arch: string;
  variant?: string;
  kernel?: string;
  labels: Record<string, string>;
}

export type Waiting =
  | { reason: 'approval' }
  | { reason: 'dependencies'; stages: string[] }
  | { reason: 'paused' }
  | { reason: 'limit' | 'throttle'; limit: number; holders: { build: number; stage: number }[] }
  | { reason: 'no_runner'; wanted: RunnerKind; runners: ({ name: string } & RunnerKind)[] }
  | {
      reason: 'busy';
      position: number;
      runners: { name: string; running: number; capacity?: number }[];
    };

interface Queue {
  isPaused: boolean;
  /** Every stage that is not over, oldest first. */
  open: readonly QueuedStage[];
  runners: readonly KnownRunner[];
}

/** Why a stage in the queue is not carried out yet; null when a runner is about to take it. */
export function explainQueued(stage: QueuedStage, queue: Queue): Waiting | null {
  if (queue.isPaused) return { reason: 'paused' };
  const fitting = queue.runners.filter((runner) => fitsRunner(stage, runner));
  if (fitting.length === 0) {
    const runners = queue.runners.map((runner) => ({ name: runner.name, ...kindOf(runner) }));
    return { reason: 'no_runner', wanted: kindOf(stage), runners };
  }
  const reached = findReachedLimit(stage, queue.open);
  if (reached) {
    return {
      reason: reached.of === 'name' ? 'limit' : 'throttle',
      limit: reached.limit,
      holders: reached.holders.map(({ buildNumber, number }) => ({
        build: buildNumber,
        stage: number,
      })),
    };
  }
  const position = findPosition(stage, queue.open, fitting);
  const freeSlots = fitting.reduce((sum, runner) => sum + runner.freeSlots, 0);
  if (position <= freeSlots) return null;
  return { reason: 'busy', position, runners: fitting.map(loadOf) };
}

/** Counts from 1 among the stages for which the same runners are free to be taken. */
function findPosition(
  stage: QueuedStage,
  open: readonly QueuedStage[],
  runners: readonly KnownRunner[],
): number {
  const rivals = open.filter(
    (other) =>
      isQueued(other) &&
      runners.some((runner) => fitsRunner(other, runner)) &&
      !findReachedLimit(other, open),
  );
  return rivals.findIndex((other) => other.id === stage.id) + 1;
}

function loadOf({ name, running, capacity }: KnownRunner) {
  return { name, running, ...(capacity === undefined ? {} : { capacity }) };
}

function kindOf({ type, os = '', arch = '', variant, kernel, labels = {} }: RunnerFilter) {
  return {
    type,
    os,
    arch,
    ...(variant ? { variant } : {}),
    ...(kernel ? { kernel } : {}),
    labels,
  };
}
