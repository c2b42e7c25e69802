import type { BuildEvent, Status } from '@millrace/contract/vocabulary';

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

/** What stands beside a commit for the state of a build. */
export function describeStatus(status: Status): string {
  return descriptions[status];
}

/** Names the status among those of other events and programs: branch rules ask for it by this. */
export function contextOf(statusName: string, event: BuildEvent): string {
  return `${statusName}/${event === 'pull_request' ? 'pr' : event}`;
}
