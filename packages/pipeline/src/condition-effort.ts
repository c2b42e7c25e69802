import {
  type Condition,
  type ConditionFacts,
  type ConditionGroup,
  type Conditions,
  conditionNames,
  valueConditionNames,
} from './conditions.ts';

/**
 * Estimates the time to evaluate conditions: comparing a pattern with a value takes time in proportion to the
 * product of their lengths.
 */
export function conditionEffortOf(
  conditions: readonly Conditions[],
  given: ConditionFacts,
): number {
  const patterns = conditions
    .flatMap((groups) => groups.flatMap(conditionsOf))
    .reduce((sum, condition) => sum + lengthOf(condition), 0);
  const { paths = [], parameters = {}, outputs = {}, ...facts } = given;
  const texts = [facts, parameters, outputs].flatMap((some) => Object.values(some));
  const maxLength = Math.max(0, ...texts.map((text) => text?.length ?? 0));
  return patterns * (maxLength + paths.reduce((sum, path) => sum + path.length, 0));
}

function conditionsOf(group: ConditionGroup): Condition[] {
  return [
    ...conditionNames.flatMap((name) => group[name] ?? []),
    ...valueConditionNames.flatMap((name) => Object.values(group[name] ?? {})),
  ];
}

function lengthOf({ include, exclude }: Condition): number {
  return [...include, ...exclude].reduce((sum, pattern) => sum + pattern.length, 0);
}
