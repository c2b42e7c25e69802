import { priorities } from '@millrace/build-rules';
import type { RepoPriority } from '@millrace/contract/api';
import { matchGlob } from '@millrace/pipeline';
import { readRef } from '@millrace/pipeline/git-ref';
import type { BuildRequest } from '../../builds/build-request.ts';

export const usualPriority: RepoPriority = { priority: 'normal', rules: [] };

/**
 * Returns the rank of a new build in the queue. The first rule that matches decides. Builds of cron jobs have low priority
 * if none does: nobody waits for them.
 */
export function findPriority(
  { event, ref, target }: Pick<BuildRequest, 'event' | 'ref' | 'target'>,
  { priority, rules }: RepoPriority,
): number {
  const name = target || readRef(ref).name;
  const rule = rules.find(
    (each) =>
      (each.event === undefined || each.event === event) &&
      (each.branch === undefined || matchGlob(each.branch, name)),
  );
  if (rule) return priorities[rule.priority];
  return event === 'cron' ? Math.min(priorities.low, priorities[priority]) : priorities[priority];
}

/** Returns whether a change sets `high`, which would delay the builds of other repositories. */
export function raises(before: RepoPriority, after: RepoPriority): boolean {
  const known = new Set(before.rules.map((rule) => JSON.stringify(rule)));
  const isHigher = after.priority === 'high' && before.priority !== 'high';
  return (
    isHigher ||
    after.rules.some((rule) => rule.priority === 'high' && !known.has(JSON.stringify(rule)))
  );
}
