import { isFinished, type Status } from '@millrace/contract/vocabulary';
import type { NewStage, Stage } from '../build.ts';
import { findDependents, releaseStages } from '../stage-graph.ts';
import { refuseReuse } from '../transitions.ts';
import { type BuildState, type Decision, noChanges, refuse } from './changes.ts';
import { repeatStage } from './repeat-stage.ts';

const restarted: ReadonlySet<Status> = new Set(['failure', 'error', 'killed', 'skipped']);

/**
 * Returns the stages that a restart of the failed ones replaces: those that failed, were killed or were skipped, and
 * every stage that depends on one of these.
 */
export function findRestarted<Each extends Pick<Stage, 'name' | 'status' | 'dependsOn'>>(
  stages: readonly Each[],
): Set<Each> {
  const unsuccessful = stages.filter(({ status }) => restarted.has(status));
  return new Set([...unsuccessful, ...findDependents(stages, unsuccessful)]);
}

/**
 * Starts another attempt. New stages replace those that failed, were killed or were skipped, and every stage
 * that depends on one of these: even a success of such a stage was based on the failed attempt.
 */
export function restartFailed(
  { build, stages }: BuildState,
  { login }: { login: string },
  now: number,
): Decision {
  const refusal = refuseReuse(build.status);
  if (refusal) return refuse('unfit', refusal);
  if (!isFinished(build.status)) return refuse('unfit', 'The build is not finished');
  const attempt = build.attempt + 1;
  const replaced = findRestarted(stages);
  const replacements = new Map<number, NewStage>();
  for (const stage of stages) {
    if (!replaced.has(stage)) continue;
    const status = stage.dependsOn.length > 0 ? 'waiting_on_dependencies' : 'pending';
    replacements.set(stage.id, repeatStage(stage, { attempt, status }, now));
  }
  const released = releaseStages(stages.map((stage) => replacements.get(stage.id) ?? stage));
  for (const [stage, status] of released) stage.status = status;
  const hasWork = [...replacements.values()].some(({ status }) => !isFinished(status));
  const isGood = build.status === 'success' && build.ignoredFailures === 0;
  if (isGood || !hasWork) return refuse('unfit', 'No stage of this build failed');
  const { status, started, finished } = build;
  const before = { number: build.attempt, login: build.sender, created: build.created };
  const next = { number: attempt, login, created: now, status: 'pending' as const };
  return {
    changes: {
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
    },
  };
}
