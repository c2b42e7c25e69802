import type { Build } from '@millrace/build-rules';
import {
  type BuildEvent,
  hasFailed,
  type NotificationRule,
  type Status,
} from '@millrace/contract/vocabulary';
import { matchGlob } from '@millrace/pipeline';
import type { Outcome } from './facts.ts';

export interface Choice {
  rule: NotificationRule;
  /** Pattern of branch names; empty for all branches. */
  branches: string;
  /** Empty for all events. */
  events: readonly BuildEvent[];
  disabled: boolean;
}

/** Results that count. Builds with other statuses were canceled, declined or skipped. */
export const countedStatuses = ['success', 'failure', 'error'] as const satisfies Status[];

/**
 * Returns the result that is announced; undefined for an unfinished or canceled build.
 * @param previous status of the preceding build of the same branch, pull request or environment
 */
export function outcomeOf(status: Status, previous: Status | undefined): Outcome | undefined {
  if (hasFailed(status)) return 'failed';
  if (status !== 'success') return undefined;
  return previous && hasFailed(previous) ? 'fixed' : 'succeeded';
}

const announced: Record<NotificationRule, readonly Outcome[]> = {
  failure: ['failed'],
  failure_and_fixed: ['failed', 'fixed'],
  always: ['failed', 'fixed', 'succeeded'],
};

/** Returns whether a rule announces a result. */
export function announces(rule: NotificationRule, outcome: Outcome): boolean {
  return announced[rule].includes(outcome);
}

/** Returns whether a subscription is about a build, whatever its result. */
export function concerns(
  { branches, events, disabled }: Omit<Choice, 'rule'>,
  build: Pick<Build, 'event' | 'target'>,
): boolean {
  if (disabled) return false;
  if (events.length > 0 && !events.includes(build.event)) return false;
  return branches === '' || matchGlob(branches, build.target);
}
