import { isFinished, type Status } from '@millrace/contract/vocabulary';

/** What the rules need to know of a stage. */
export interface StageNode {
  name: string;
  status: Status;
  dependsOn: string[];
  onSuccess: boolean;
  onFailure: boolean;
}

const failed: ReadonlySet<Status> = new Set(['failure', 'error', 'killed']);
/** What came of a stage such that those after it run for failures only. */
const unsuccessful: ReadonlySet<Status> = new Set([...failed, 'declined']);

/**
 * The waiting stages whose time has come, with whether each is to run or to be skipped. Skipping one
 * can release others, so the result covers the whole chain.
 */
export function releaseStages<Stage extends StageNode>(
  stages: readonly Stage[],
): Map<Stage, 'pending' | 'skipped'> {
  const released = new Map<Stage, 'pending' | 'skipped'>();
  const statusOf = (stage: Stage): Status => released.get(stage) ?? stage.status;
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    const statuses = statusByName(
      stages.map((stage) => ({ name: stage.name, status: statusOf(stage) })),
    );
    for (const stage of stages) {
      if (statusOf(stage) !== 'waiting_on_dependencies') continue;
      if (hasOpenDependencies(stage, statuses)) continue;
      const hasFailed = stage.dependsOn.some((name) =>
        unsuccessful.has(statuses.get(name) ?? 'success'),
      );
      released.set(stage, (hasFailed ? stage.onFailure : stage.onSuccess) ? 'pending' : 'skipped');
      isChanged = true;
    }
  }
  return released;
}

/**
 * What those have to know who depend on a name. Several stages may bear it: they are over when all of them
 * are, and have failed where one has.
 */
export function statusByName(
  stages: readonly Pick<StageNode, 'name' | 'status'>[],
): Map<string, Status> {
  const statuses = new Map<string, Status>();
  for (const { name, status } of stages) {
    const known = statuses.get(name);
    if (known === undefined || weightOf(status) > weightOf(known)) statuses.set(name, status);
  }
  return statuses;
}

function weightOf(status: Status): number {
  if (!isFinished(status)) return 2;
  return unsuccessful.has(status) ? 1 : 0;
}

export function hasOpenDependencies(
  stage: Pick<StageNode, 'dependsOn'>,
  statuses: ReadonlyMap<string, Status>,
): boolean {
  return stage.dependsOn.some((name) => {
    const status = statuses.get(name);
    return status !== undefined && !isFinished(status);
  });
}

/** Status of a build from its stages in their order, or undefined while one can still change. */
export function finalBuildStatus(stages: readonly { status: Status }[]): Status | undefined {
  if (!stages.every((stage) => isFinished(stage.status))) return undefined;
  if (stages.some((stage) => stage.status === 'declined')) return 'declined';
  return stages.find((stage) => failed.has(stage.status))?.status ?? 'success';
}
