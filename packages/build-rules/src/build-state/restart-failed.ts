import { isFinished, type Status } from '@millrace/contract/vocabulary';
import type { Stage } from '../build.ts';
import { isLeftOut } from '../manual-stages.ts';
import { findDependents, releaseStages } from '../stage-graph.ts';
import { refuseReuse } from '../transitions.ts';
import { type BuildState, type Decision, refuse } from './changes.ts';
import { collapseMatrices } from './collapse-matrices.ts';
import { repeatStages, startAttempt } from './start-attempt.ts';

const restarted: ReadonlySet<Status> = new Set(['failure', 'error', 'killed', 'skipped']);

type Restartable = Pick<
  Stage,
  'name' | 'status' | 'dependsOn' | 'manual' | 'needsApproval' | 'ignoresFailure'
>;

/**
 * Returns the stages that a restart of the failed ones replaces: those that failed, were killed, skipped or left out, and
 * every stage that depends on one of these.
 */
export function findRestarted<Each extends Restartable>(stages: readonly Each[]): Set<Each> {
  const unsuccessful = stages.filter((stage) => restarted.has(stage.status) || isLeftOut(stage));
  return new Set([...unsuccessful, ...findDependents(stages, unsuccessful)]);
}

/**
 * Starts another attempt. New stages replace those that failed, were killed or were skipped, and every stage
 * that depends on one of these: even a success of such a stage was based on the failed attempt. Manual ones wait again.
 */
export function restartFailed(
  state: BuildState,
  { login, approves = false }: { login: string; approves?: boolean },
  now: number,
): Decision {
  const { build, stages } = state;
  const refusal = refuseReuse(build, stages);
  if (refusal) return refuse('unfit', refusal);
  if (!isFinished(build.status)) return refuse('unfit', 'The build is not finished');
  const attempt = build.attempt + 1;
  const replaced = findRestarted(stages);
  const { removed, placeholders, rename } = collapseMatrices(stages, replaced);
  const repeated = stages
    .filter((stage) => replaced.has(stage) && !removed.has(stage.id))
    .map((stage) => {
      return { ...stage, ...placeholders.get(stage.id), dependsOn: rename(stage.dependsOn) };
    });
  const replacements = repeatStages(repeated, { attempt, approves, now });
  const current = stages.filter(({ id }) => !removed.has(id));
  const released = releaseStages(current.map((stage) => replacements.get(stage.id) ?? stage));
  for (const [stage, status] of released) stage.status = status;
  const hasWork = [...replacements.values()].some(({ status }) => !isFinished(status));
  const isGood = build.status === 'success' && build.ignoredFailures === 0;
  if (isGood || !hasWork) return refuse('unfit', 'No stage of this build failed');
  return { changes: { ...startAttempt(state, replacements, { login, now }), removed } };
}
