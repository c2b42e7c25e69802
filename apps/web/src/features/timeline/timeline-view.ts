import type { Build, Stage, Step } from '@millrace/contract/api';
import { isFinished } from '@millrace/contract/vocabulary';
import { type ShownStatus, stepStatus } from '../../domain-ui/shown-status.ts';
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

/** A part of a row; times are Unix seconds. */
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
  /** Undefined for the row of a stage. */
  step: number | undefined;
  spans: Span[];
  isCritical: boolean;
  /** By how many seconds the build would have been shorter, had this taken no time. */
  saving: number;
  /** The attempt that carried it out, where that is an earlier one. */
  reusedFrom: number | undefined;
}

export interface Timeline {
  start: number;
  end: number;
  rows: TimelineRow[];
}

/** Waiting, starting and running of every stage and step of a build, on one axis. */
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
      { ...row, name: stage.name, status: stage.status, step: undefined, spans },
      ...(stage.steps ?? []).map((step) => ({
        ...{ ...row, ...about(stepKey(stage, step)) },
        ...{ name: step.name, status: stepStatus(step), step: step.number },
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
  const begun = (stage.steps ?? []).flatMap((step) => step.started || []);
  // Until its first step begins it starts; one that is over without any has run.
  const none = stage.stopped ? task.started : task.stopped;
  return spansOf(task, Math.min(...begun, begun.length > 0 ? task.stopped : none));
}

/** From when it waits for a runner, an approval or its turn. */
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
  const lasting = spans.filter(({ from, to }) => to > from);
  return lasting.length > 0 ? lasting : [running];
}

function stepSpans(step: Step, part: Task | undefined, nowSec: number): Span[] {
  if (!step.started) return [];
  const to = step.stopped || nowSec;
  const running: Span = { phase: 'running', from: step.started, to };
  const isLate = part !== undefined && part.started > part.ready;
  return isLate ? [{ phase: 'starting', from: part.ready, to: part.started }, running] : [running];
}

/** Seconds that a row spent in a phase. */
export function timeIn({ spans }: TimelineRow, phase: Phase): number | null {
  const found = spans.filter((span) => span.phase === phase);
  return found.length > 0 ? found.reduce((sum, { from, to }) => sum + to - from, 0) : null;
}

const steps = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 43_200, 86_400,
];
const mostTicks = 8;

/** Seconds after the start at which the axis is marked. */
export function axisTicks(length: number): number[] {
  const step = steps.find((each) => length / each <= mostTicks) ?? Math.ceil(length / mostTicks);
  return Array.from({ length: Math.floor(length / step) + 1 }, (_, at) => at * step);
}
