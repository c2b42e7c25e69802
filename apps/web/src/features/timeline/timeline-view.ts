import type { Build, Stage, Step } from '@millrace/contract/api';
import { isFinished } from '@millrace/contract/vocabulary';
import { type ShownStatus, stageStatus, stepStatus } from '../../domain-ui/shown-status.ts';
import { endsWithout } from './ends-without.ts';
import {
  findCriticalPath,
  readTasks,
  stageKey,
  stagesOfAttempt,
  stepKey,
  type Task,
} from './schedule.ts';

export type Phase = 'waiting' | 'starting' | 'running';

/** A phase of a row. Times are Unix seconds. */
interface Span {
  phase: Phase;
  from: number;
  to: number;
}

export interface TimelineRow {
  key: string;
  name: string;
  status: ShownStatus;
  stage: number;
  /** Undefined if the row is a stage. */
  step: number | undefined;
  spans: Span[];
  isCritical: boolean;
  /** Seconds by which the build would have been shorter if this row had taken no time. */
  saving: number;
  /** The earlier attempt that ran it, or undefined if the shown attempt did. */
  reusedFrom: number | undefined;
}

export interface Timeline {
  start: number;
  end: number;
  rows: TimelineRow[];
}

/** Computes the phases of every stage and step of a build, on one time axis. */
export function readTimeline(build: Build, nowSec: number): Timeline {
  const tasks = readTasks(build, nowSec);
  const critical = findCriticalPath(tasks);
  const end = Math.max(0, ...tasks.map(({ stopped }) => stopped));
  const without = endsWithout(tasks);
  const byKey = new Map(tasks.map((task) => [task.key, task]));
  const current = new Set(stagesOfAttempt(build));
  const about = (key: string) => ({
    key,
    isCritical: critical.has(key),
    saving: critical.has(key) ? end - (without.get(key) ?? end) : 0,
  });
  const rows = (build.stages ?? []).flatMap((stage): TimelineRow[] => {
    const reusedFrom = current.has(stage) ? undefined : stage.attempt;
    const task = byKey.get(stageKey(stage));
    const parts = new Map(task?.parts.map((part) => [part.key, part]));
    const row = { ...about(stageKey(stage)), stage: stage.number, reusedFrom };
    const spans = reusedFrom ? [] : stageSpans(stage, task, build, nowSec);
    return [
      { ...row, name: stage.name, status: stageStatus(stage), step: undefined, spans },
      ...(stage.steps ?? []).map((step) => ({
        ...row,
        ...about(stepKey(stage, step)),
        name: step.name,
        status: stepStatus(step),
        step: step.number,
        spans: reusedFrom ? [] : stepSpans(step, parts.get(stepKey(stage, step)), nowSec),
      })),
    ];
  });
  const spans = rows.flatMap((row) => row.spans);
  const start = Math.min(...spans.map(({ from }) => from), end || nowSec);
  return { start, end: Math.max(start, ...spans.map(({ to }) => to)), rows };
}

function stageSpans(
  stage: Stage,
  task: Task | undefined,
  { stages = [] }: Build,
  nowSec: number,
): Span[] {
  if (!task) return isFinished(stage.status) ? [] : waitingSpans(stage, stages, nowSec);
  const starts = (stage.steps ?? []).flatMap((step) => step.started || []);
  // Until the first step starts, the stage is starting. A finished stage without started steps counts as
  // running.
  const none = stage.stopped ? task.started : task.stopped;
  return spansOf(task, Math.min(...starts, starts.length > 0 ? task.stopped : none));
}

/** Returns the time since which a stage has been waiting for a runner, an approval or a concurrency limit. */
function waitingSpans(stage: Stage, stages: Stage[], nowSec: number): Span[] {
  const dependencies = stages.filter(({ name }) => stage.depends_on?.includes(name));
  if (dependencies.some(({ status }) => !isFinished(status))) return [];
  const from = Math.max(stage.created, ...dependencies.map(({ stopped }) => stopped));
  return nowSec > from ? [{ phase: 'waiting', from, to: nowSec }] : [];
}

function spansOf(task: Task, first: number): Span[] {
  const running: Span = { phase: 'running', from: first, to: task.stopped };
  const spans: Span[] = [
    { phase: 'waiting', from: task.ready, to: task.started },
    { phase: 'starting', from: task.started, to: first },
    running,
  ];
  const nonEmpty = spans.filter(({ from, to }) => to > from);
  return nonEmpty.length > 0 ? nonEmpty : [running];
}

function stepSpans(step: Step, part: Task | undefined, nowSec: number): Span[] {
  if (!step.started) return [];
  const endSec = step.duration_ms ? step.started + step.duration_ms / 1000 : step.stopped;
  const to = endSec || nowSec;
  const running: Span = { phase: 'running', from: step.started, to };
  const isLate = part !== undefined && part.started > part.ready;
  return isLate ? [{ phase: 'starting', from: part.ready, to: part.started }, running] : [running];
}

/** Returns the seconds that a row spent in a phase, or null if it has no such phase. */
export function timeIn({ spans }: TimelineRow, phase: Phase): number | null {
  const found = spans.filter((span) => span.phase === phase);
  return found.length > 0 ? found.reduce((sum, { from, to }) => sum + to - from, 0) : null;
}

const steps = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 43_200, 86_400,
];
const maxTicks = 8;

/** Returns the positions of the axis marks, in seconds after the start. */
export function axisTicks(length: number): number[] {
  const step = steps.find((each) => length / each <= maxTicks) ?? Math.ceil(length / maxTicks);
  return Array.from({ length: Math.floor(length / step) + 1 }, (_, at) => at * step);
}
