import type { Status } from '@millrace/contract/vocabulary';
import { isFinished } from '@millrace/contract/vocabulary';

/** What the rules need to know of a stage. */
export interface StageNode {
  name: string;
  status: Status;
  dependsOn: string[];
  onSuccess: boolean;
  onFailure: boolean;
}

const failed: ReadonlySet<Status> = new Set(['failure', 'error', 'killed']);

/**
 * The waiting stages whose time has come, with the status that each takes: `pending` to be run, or
 * `skipped`. Skipping one can release others, so the result covers the whole chain.
 */
export function releaseStages(stages: readonly StageNode[]): Map<string, 'pending' | 'skipped'> {
  const statuses = new Map(stages.map((stage) => [stage.name, stage.status]));
  const released = new Map<string, 'pending' | 'skipped'>();
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const stage of stages) {
      if (statuses.get(stage.name) !== 'waiting_on_dependencies') continue;
      const dependencies = stage.dependsOn.flatMap((name) => statuses.get(name) ?? []);
      if (!dependencies.every(isFinished)) continue;
      const runs = dependencies.some((status) => failed.has(status))
        ? stage.onFailure
        : stage.onSuccess;
      const status = runs ? 'pending' : 'skipped';
      statuses.set(stage.name, status);
      released.set(stage.name, status);
      isChanged = true;
    }
  }
  return released;
}

/** Status of a build from its stages in their order, or undefined while one can still change. */
export function finalBuildStatus(stages: readonly { status: Status }[]): Status | undefined {
  if (!stages.every((stage) => isFinished(stage.status))) return undefined;
  return stages.find((stage) => failed.has(stage.status))?.status ?? 'success';
}

/** Status after a cancel: what ran was killed, what had not begun is skipped. */
export function cancelledStatus(status: Status): Status {
  if (isFinished(status)) return status;
  return status === 'running' ? 'killed' : 'skipped';
}
