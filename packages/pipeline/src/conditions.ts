import { matchGlob } from './glob/match-glob.ts';

/**
 * A value matches if it matches no pattern of `exclude` and, if `include` is not empty, one of `include`.
 */
export interface Condition {
  include: string[];
  exclude: string[];
}

export const conditionNames = [
  'action',
  'branch',
  'cron',
  'event',
  'fork',
  'instance',
  'paths',
  'ref',
  'repo',
  'sender',
  'source_branch',
  'status',
  'target',
] as const;
export type ConditionName = (typeof conditionNames)[number];

/** Conditions that are maps of conditions on values with a name. */
export const valueConditionNames = ['matrix', 'outputs', 'parameters'] as const;
export type ValueConditionName = (typeof valueConditionNames)[number];

/** Condition on a value of the matrix; undefined if an earlier pipeline decides the values. */
export type MatrixCondition = Condition & { value: string | undefined };

/** Conditions that must all match. */
export interface ConditionGroup extends Partial<Record<ConditionName, Condition>> {
  matrix?: Record<string, MatrixCondition>;
  /** On what earlier steps and stages have written, which is known when a step starts. */
  outputs?: Record<string, Condition>;
  parameters?: Record<string, Condition>;
}

/** `when` of a step, `trigger` of a pipeline: groups of which one must match. An empty group always matches. */
export type Conditions = readonly ConditionGroup[];

type FactName = Exclude<ConditionName, 'paths' | 'status'>;

/** Facts about the build that conditions are evaluated against. */
export type ConditionFacts = Partial<Record<FactName, string>> & {
  /** Files changed by the build's commits; undefined if unknown. */
  paths?: readonly string[] | undefined;
  parameters?: Readonly<Record<string, string>>;
  /** Undefined before the steps or the stage can start. */
  outputs?: Readonly<Record<string, string>>;
};

const factNames = conditionNames.filter(
  (name): name is FactName => name !== 'paths' && name !== 'status',
);

export function matchCondition(condition: Condition | undefined, value: string): boolean {
  if (!condition) return true;
  const matches = (pattern: string) => matchGlob(pattern, value);
  if (condition.exclude.some(matches)) return false;
  return condition.include.length === 0 || condition.include.some(matches);
}

/** True if a group matches, or may match with outputs that are not known yet. `status` is left to {@link runsOnStatus}. */
export function matchConditions(conditions: Conditions, facts: ConditionFacts): boolean {
  return conditions.some((group) => matchGroup(group, facts));
}

/** Returns the groups that match a build, which alone decide after which status something runs. */
export function matchingGroups(conditions: Conditions, facts: ConditionFacts): Conditions {
  return conditions.filter((group) => matchGroup(group, facts));
}

export function matchGroup(group: ConditionGroup, facts: ConditionFacts): boolean {
  return (
    factNames.every((name) => matchCondition(group[name], facts[name] ?? '')) &&
    matchPaths(group.paths, facts.paths) &&
    Object.values(group.matrix ?? {}).every(matchMatrix) &&
    matchValues(group.parameters, facts.parameters ?? {}) &&
    (!facts.outputs || matchValues(group.outputs, facts.outputs))
  );
}

function matchMatrix({ value, ...condition }: MatrixCondition): boolean {
  return value === undefined || matchCondition(condition, value);
}

function matchValues(
  conditions: Record<string, Condition> = {},
  values: Readonly<Record<string, string>>,
): boolean {
  return Object.entries(conditions).every(([name, condition]) =>
    matchCondition(condition, values[name] ?? ''),
  );
}

/** Returns the groups that match outputs, whatever their other conditions are. */
export function matchingOutputs(
  conditions: Conditions,
  outputs: Readonly<Record<string, string>>,
): Conditions {
  return conditions.filter((group) => matchValues(group.outputs, outputs));
}

/** Returns whether some of the groups depend on outputs. */
export function dependsOnOutputs(conditions: Conditions): boolean {
  return conditions.some(({ outputs }) => outputs);
}

/**
 * True if a stage runs after its predecessors finished with this status; on success only by default.
 *
 * @param conditions groups that match the build
 */
export function runsOnStatus(conditions: Conditions, status: 'success' | 'failure'): boolean {
  return conditions.some(({ status: condition }) => {
    const { include = [], exclude = [] } = condition ?? {};
    if (include.length + exclude.length === 0) return status === 'success';
    return matchCondition(condition, status);
  });
}

/** True if a step runs after its stage was cancelled or timed out. Only the word itself asks for that, no pattern. */
export function runsOnKill(when: Conditions): boolean {
  return when.some(({ status }) => status?.include.includes('killed'));
}

export type RunPolicy = 'on_success' | 'on_failure' | 'on_kill' | 'always';

/**
 * Statuses after which a step runs; `on_kill` means no other one. Unlike a stage, a step with an impossible status runs on
 * success.
 */
export function runPolicyOf(when: Conditions): RunPolicy {
  if (!runsOnStatus(when, 'failure')) {
    return runsOnKill(when) && !runsOnStatus(when, 'success') ? 'on_kill' : 'on_success';
  }
  return runsOnStatus(when, 'success') ? 'always' : 'on_failure';
}

/** True if a changed file matches, or if the changed files are unknown. */
function matchPaths(
  condition: Condition | undefined,
  paths: readonly string[] | undefined,
): boolean {
  if (!condition || !paths) return true;
  const { include, exclude } = condition;
  const matches = (path: string) => (pattern: string) => matchGlob(pattern, path);
  return paths.some(
    (path) => !exclude.some(matches(path)) && (include.length === 0 || include.some(matches(path))),
  );
}
