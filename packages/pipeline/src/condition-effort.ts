import type { Condition, ConditionFacts, Conditions } from './conditions.ts';

/**
 * Estimates the time to evaluate conditions: comparing a pattern with a value takes time in proportion to the
 * product of their lengths.
 */
export function conditionEffortOf(
  conditions: readonly Conditions[],
  facts: ConditionFacts,
): number {
  const patterns = conditions
    .flatMap((groups) => groups.flatMap((group) => Object.values(group)))
    .reduce((sum, condition) => sum + lengthOf(condition), 0);
  const { paths = [], ...texts } = facts;
  const maxLength = Math.max(0, ...Object.values(texts).map((text) => text?.length ?? 0));
  return patterns * (maxLength + paths.reduce((sum, path) => sum + path.length, 0));
}

function lengthOf({ include, exclude }: Condition): number {
  return [...include, ...exclude].reduce((sum, pattern) => sum + pattern.length, 0);
}
