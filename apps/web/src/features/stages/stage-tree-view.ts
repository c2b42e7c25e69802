import type { Stage, Step } from '@millrace/contract/api';
import type { Status } from '@millrace/contract/vocabulary';

const closedStatuses: ReadonlySet<Status> = new Set([
  'skipped',
  'blocked',
  'pending',
  'waiting_on_dependencies',
]);

export function isExpandable(stage: Stage): boolean {
  return Boolean(stage.steps?.length) && !closedStatuses.has(stage.status);
}

export function isSelectable(step: Step): boolean {
  return step.status !== 'skipped';
}
