import { matchGlob } from './match-glob.ts';

/** A value meets a condition if it matches none of `exclude` and, where there are any, one of `include`. */
export interface Condition {
  include: string[];
  exclude: string[];
}

export const conditionNames = [
  'action',
  'branch',
  'cron',
  'event',
  'instance',
  'ref',
  'repo',
  'status',
  'target',
] as const;
export type ConditionName = (typeof conditionNames)[number];

/** `when` of a step, `trigger` of a pipeline. */
export type Conditions = Partial<Record<ConditionName, Condition>>;

/** What is known of the build when a condition is looked at. */
export type ConditionFacts = Partial<Record<ConditionName, string>>;

export function matchCondition(condition: Condition | undefined, value: string): boolean {
  if (!condition) return true;
  const matches = (pattern: string) => matchGlob(pattern, value);
  if (condition.exclude.some(matches)) return false;
  return condition.include.length === 0 || condition.include.some(matches);
}

/** True when every condition holds. `status` is left to {@link runsOnStatus}. */
export function matchConditions(conditions: Conditions, facts: ConditionFacts): boolean {
  return conditionNames.every(
    (name) => name === 'status' || matchCondition(conditions[name], facts[name] ?? ''),
  );
}

/** Whether a step or stage runs after what came before it ended so; without a condition, on success only. */
export function runsOnStatus(conditions: Conditions, status: 'success' | 'failure'): boolean {
  return conditions.status ? matchCondition(conditions.status, status) : status === 'success';
}
