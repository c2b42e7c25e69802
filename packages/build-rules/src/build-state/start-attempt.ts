import type { NewStage, Stage } from '../build.ts';
import { isPlaceholder } from '../stage-graph.ts';
import { type BuildChanges, type BuildState, noChanges } from './changes.ts';
import { repeatStage } from './repeat-stage.ts';

/** Returns the status with which a stage waits again. */
function waitingStatus(
  stage: Stage,
  approves: boolean,
): 'blocked' | 'waiting_on_dependencies' | 'pending' {
  // A cancel is no approval: otherwise a cancel and a restart would run what nobody has approved.
  const isUnapproved = stage.needsApproval && stage.decidedBy === '' && !approves;
  if (stage.manual || isUnapproved) return 'blocked';
  const waits = stage.dependsOn.length > 0 || isPlaceholder(stage);
  return waits ? 'waiting_on_dependencies' : 'pending';
}

/**
 * Returns new stages that replace these, by the ids of those.
 *
 * @param approves whether the repetition is an approval of the build
 */
export function repeatStages(
  stages: Iterable<Stage>,
  { attempt, approves, now }: { attempt: number; approves: boolean; now: number },
): Map<number, NewStage> {
  const repeated = new Map<number, NewStage>();
  for (const stage of stages) {
    const status = waitingStatus(stage, approves);
    repeated.set(stage.id, repeatStage(stage, { attempt, status }, now));
  }
  return repeated;
}

/** Starts another attempt of a finished build, with these new stages. */
export function startAttempt(
  { build }: BuildState,
  replacements: Map<number, NewStage>,
  { login, now }: { login: string; now: number },
): BuildChanges {
  const attempt = build.attempt + 1;
  const { status, started, finished } = build;
  const before = { number: build.attempt, login: build.sender, created: build.created };
  const next = { number: attempt, login, created: now, status: 'pending' as const };
  return {
    ...noChanges(),
    build: {
      status: 'pending',
      error: '',
      canceledBy: '',
      ignoredFailures: 0,
      expired: [],
      attempt,
      started: 0,
      finished: 0,
    },
    replacements,
    attempts: [
      { ...before, status, started, finished },
      { ...next, started: 0, finished: 0 },
    ],
    freesQueue: true,
  };
}
