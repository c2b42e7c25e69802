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
export function releaseStages(stages: readonly StageNode[]): Map<string, 'pending' | 'skipped'> {
  const statuses = new Map(stages.map((stage) => [stage.name, stage.status]));
  const released = new Map<string, 'pending' | 'skipped'>();
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const stage of stages) {
      if (statuses.get(stage.name) !== 'waiting_on_dependencies') continue;
      if (hasOpenDependencies(stage, statuses)) continue;
      const hasFailed = stage.dependsOn.some((name) =>
        unsuccessful.has(statuses.get(name) ?? 'success'),
      );
      const status = (hasFailed ? stage.onFailure : stage.onSuccess) ? 'pending' : 'skipped';
      statuses.set(stage.name, status);
      released.set(stage.name, status);
      isChanged = true;
    }
  }
  return released;
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
