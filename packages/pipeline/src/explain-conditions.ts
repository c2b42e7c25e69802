import {
  type Condition,
  type ConditionFacts,
  type ConditionGroup,
  type Conditions,
  conditionNames,
  matchCondition,
  matchConditions,
  matchGroup,
} from './conditions.ts';
import { matchGlob } from './glob/match-glob.ts';

/** Explains why conditions do not match; undefined if they do. */
export function explainConditions(
  conditions: Conditions,
  facts: ConditionFacts,
): string | undefined {
  if (matchConditions(conditions, facts)) return undefined;
  const reasons = conditions.flatMap((group) => explainGroup(group, facts) ?? []);
  return [...new Set(reasons)].join(', and ');
}

function explainGroup(group: ConditionGroup, facts: ConditionFacts): string | undefined {
  for (const name of conditionNames) {
    const condition = group[name];
    if (!condition || name === 'status') continue;
    if (matchGroup({ [name]: condition }, facts)) continue;
    return name === 'paths' ? explainPaths(condition) : explain(name, condition, facts[name] ?? '');
  }
  for (const [name, { value, ...condition }] of Object.entries(group.matrix ?? {})) {
    if (value !== undefined && !matchCondition(condition, value))
      return explain(`matrix value ${name}`, condition, value);
  }
  return (
    explainValues('parameter', group.parameters, facts.parameters ?? {}) ??
    (facts.outputs && explainValues('output', group.outputs, facts.outputs))
  );
}

function explainValues(
  kind: string,
  conditions: Record<string, Condition> = {},
  values: Readonly<Record<string, string>>,
): string | undefined {
  for (const [name, condition] of Object.entries(conditions)) {
    const value = values[name] ?? '';
    if (!matchCondition(condition, value)) return explain(`${kind} ${name}`, condition, value);
  }
  return undefined;
}

/**
 * Describes the outputs on which depends whether something runs; undefined if it runs with any.
 *
 * @param conditions groups that match the build
 */
export function describeOutputs(conditions: Conditions): string | undefined {
  const texts = conditions.map(({ outputs = {} }) =>
    Object.entries(outputs).map(describeOutput).join(' and '),
  );
  return texts.includes('') ? undefined : [...new Set(texts)].join(', or ');
}

function describeOutput([name, { include, exclude }]: [string, Condition]): string {
  const parts = [
    include.length > 0 ? `is ${listOf(include)}` : '',
    exclude.length > 0 ? `is not ${listOf(exclude)}` : '',
  ];
  return `output ${name} ${parts.filter((part) => part !== '').join(' and ')}`;
}

function explain(name: string, { include, exclude }: Condition, value: string): string {
  const pattern = exclude.find((candidate) => matchGlob(candidate, value));
  if (pattern !== undefined) return `${name} "${value}" is excluded by "${pattern}"`;
  const actual = value === '' ? `there is no ${name}` : `${name} is "${value}"`;
  return `${actual}, not ${listOf(include)}`;
}

function explainPaths({ include, exclude }: Condition): string {
  const included = include.length > 0 ? ` for ${listOf(include)}` : '';
  const excluded = exclude.length > 0 ? ` without ${listOf(exclude)}` : '';
  return `no changed file counts${included}${excluded}`;
}

function listOf(patterns: readonly string[]): string {
  return patterns.map((pattern) => `"${pattern}"`).join(' or ');
}
