import {
  type Condition,
  type ConditionFacts,
  type ConditionGroup,
  type Conditions,
  conditionNames,
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
  return undefined;
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
