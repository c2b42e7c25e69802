import { createHash } from 'node:crypto';
import type { Build } from '@millrace/build-rules';
import type { PipelineChangeResult } from '@millrace/contract/api';
import type { BuildEvent, Status } from '@millrace/contract/vocabulary';

const descriptions: Record<Status, string> = {
  pending: 'Build is pending',
  waiting_on_dependencies: 'Build is pending',
  blocked: 'Build waits until a person starts a stage',
  running: 'Build is running',
  success: 'Build is passing',
  skipped: 'Build was superseded',
  failure: 'Build is failing',
  declined: 'Build was declined',
  killed: 'Build was killed',
  error: 'Build encountered an error',
};

/** Text of the commit status of a build that waits for an approval, which is stored with another status. */
export const pendingApproval = 'Build is pending approval';

/** Returns the text of a commit status. */
export function describeStatus(status: Status, ignoredFailures = 0): string {
  const isWarned = status === 'success' && ignoredFailures > 0;
  return isWarned ? 'Build is passing, with ignored failures' : descriptions[status];
}

const defaultName = 'continuous-integration/millrace';
/** Forges store no longer context. */
const maxContextLength = 255;
const digestLength = 12;
/** Events that have a separate context on existing servers. */
const namedEvents: Partial<Record<BuildEvent, string>> = {
  push: 'push',
  pull_request: 'pr',
  tag: 'tag',
};

/** Fields of a build that select the contexts of its commit status. */
export type ContextFacts = Pick<Build, 'event' | 'deployTo' | 'target'>;

/**
 * Returns the contexts of a commit status, by which branch rules require it. That of a pull request ends with its
 * target branch: the same commit may be proposed to several branches, with different results. If a name is
 * configured, builds also have the context of existing servers, which have none for cron jobs.
 */
export function contextsOf(configuredName: string | null, facts: ContextFacts): string[] {
  const { event, deployTo, target } = facts;
  const named = namedEvents[event];
  const name = configuredName ?? defaultName;
  const ofRequest = event === 'pull_request' ? [shorten(`${name}/${named}/${target}`)] : [];
  if (configuredName) {
    if (event === 'cron') return [];
    return [named ? `${name}/${named}` : name, ...ofRequest];
  }
  if (event === 'pull_request') return ofRequest;
  const isDeployment = event === 'promote' || event === 'rollback';
  const suffix = isDeployment && deployTo ? `${event}/${deployTo}` : (named ?? event);
  return [shorten(`${name}/${suffix}`)];
}

/** Returns the context that pull requests into all branches share, as on existing servers; null without a name. */
export function sharedContextOf(configuredName: string | null): string | null {
  return configuredName && `${configuredName}/${namedEvents.pull_request}`;
}

/** Keeps contexts of long names different. */
function shorten(context: string): string {
  if (context.length <= maxContextLength) return context;
  const digest = createHash('sha256').update(context).digest('hex').slice(0, digestLength);
  return `${context.slice(0, maxContextLength - digestLength - 1)}-${digest}`;
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
