import { isFinished, type Status } from '@millrace/contract/vocabulary';
import type { Stage } from './build.ts';

type ManualNode = Pick<Stage, 'status' | 'manual' | 'needsApproval' | 'ignoresFailure'>;

/** Returns whether the stage waits for a person who starts it, as its pipeline file says. */
export function waitsForStart(stage: Pick<Stage, 'status' | 'manual' | 'needsApproval'>): boolean {
  return stage.status === 'blocked' && stage.manual !== '' && !stage.needsApproval;
}

/** Returns whether the stage waits because its build needs an approval. */
export function waitsForApproval(
  stage: Pick<Stage, 'status' | 'manual' | 'needsApproval'>,
): boolean {
  return stage.status === 'blocked' && !waitsForStart(stage);
}

/** Returns whether the build can finish although nobody starts the stage. */
export function isOptional({
  manual,
  needsApproval,
  ignoresFailure,
}: Omit<ManualNode, 'status'>): boolean {
  return manual !== '' && !needsApproval && ignoresFailure;
}

/** Returns whether a person has declined a stage without which the build goes on. */
export function isLeftOut(stage: ManualNode): boolean {
  return stage.status === 'declined' && isOptional(stage);
}

/**
 * Returns the status of an unfinished build: blocked if none of its stages can go on before a person starts one. A build
 * that waits for an approval keeps its status, as on existing servers.
 */
export function openBuildStatus(
  started: number,
  stages: readonly Pick<Stage, 'status' | 'manual' | 'needsApproval'>[],
): Extract<Status, 'pending' | 'running' | 'blocked'> {
  const open = stages.filter(({ status }) => !isFinished(status));
  const goesOn = open.some(
    (stage) => stage.status !== 'waiting_on_dependencies' && !waitsForStart(stage),
  );
  if (!goesOn && open.some(waitsForStart)) return 'blocked';
  return started > 0 ? 'running' : 'pending';
}
