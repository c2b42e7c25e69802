import type { PipelineChangeResult } from '@millrace/contract/api';
import type { BuildEvent, Status } from '@millrace/contract/vocabulary';
import type { Build } from '../../domain/build.ts';

const descriptions: Record<Status, string> = {
  pending: 'Build is pending',
  waiting_on_dependencies: 'Build is pending',
  blocked: 'Build is pending approval',
  running: 'Build is running',
  success: 'Build is passing',
  skipped: 'Build was skipped',
  failure: 'Build is failing',
  declined: 'Build was declined',
  killed: 'Build was killed',
  error: 'Build encountered an error',
};

/** Returns the text of a commit status. */
export function describeStatus(status: Status): string {
  return descriptions[status];
}

const defaultName = 'continuous-integration/millrace';
/** Forges store no longer context. */
const maxContextLength = 255;
/** Events that have a separate context on existing servers. */
const namedEvents: Partial<Record<BuildEvent, string>> = {
  push: 'push',
  pull_request: 'pr',
  tag: 'tag',
};

/**
 * Returns the context of a commit status, by which branch rules require it. If a name is configured, contexts
 * are the same as on existing servers: null for events that have none there.
 */
export function contextOf(
  configuredName: string | null,
  { event, deployTo }: Pick<Build, 'event' | 'deployTo'>,
): string | null {
  const named = namedEvents[event];
  if (configuredName) {
    if (event === 'cron') return null;
    return named ? `${configuredName}/${named}` : configuredName;
  }
  const isDeployment = event === 'promote' || event === 'rollback';
  const suffix = isDeployment && deployTo ? `${event}/${deployTo}` : (named ?? event);
  return `${defaultName}/${suffix}`.slice(0, maxContextLength);
}

/** Returns the context of the status about a changed pipeline file. */
export function changeContextOf(configuredName: string | null): string {
  return `${configuredName ?? defaultName}/pipeline-file`;
}

/** Returns the text of the status about a changed pipeline file. */
export function describeChange({
  builds,
  changed,
}: Pick<PipelineChangeResult, 'builds' | 'changed'>): string {
  if (builds === 0) return 'No earlier build can be compared';
  if (builds === 1) return `The last build would ${changed === 0 ? 'not ' : ''}run differently`;
  return `${changed === 0 ? 'None' : changed} of the last ${builds} builds would run differently`;
}
