import type { Condition, ConditionGroup, ConditionName } from '@millrace/pipeline';

export type { Condition, ConditionGroup, ConditionName };

/** A text of the pipeline file: what is not an expression of ours is escaped already, see `escapeText`. */
export type OutputText = string;

/** Something with comments above it. */
export interface Commented {
  comments: string[];
}

export type Value = OutputText | { from_secret: string };
export type Environment = Map<string, Value>;
export type Setting = Value | Setting[] | { [key: string]: Setting };

/** Conditions that other systems have, in the order of the written file. */
export const conditionOrder = [
  'event',
  'action',
  'branch',
  'source_branch',
  'ref',
  'repo',
  'cron',
  'target',
  'sender',
  'fork',
  'status',
  'paths',
] as const satisfies readonly ConditionName[];

/** Something that runs under conditions. */
export interface Conditional extends Commented {
  /** Groups of conditions of which one must match, beside the other conditions; none if there are no groups. */
  alternatives: ConditionGroup[];
}

export interface Cache {
  key: OutputText;
  restoreKeys: OutputText[];
  paths: OutputText[];
}

/** A step or a service. */
export interface Step extends Conditional {
  name: string;
  image?: OutputText | undefined;
  pull?: string | undefined;
  commands: OutputText[];
  entrypoint: OutputText[];
  command: OutputText[];
  environment: Environment;
  settings: Map<string, Setting>;
  when: ConditionGroup;
  dependsOn: string[];
  ignoresFailure: boolean;
  detach: boolean;
  isPrivileged: boolean;
  user?: OutputText | undefined;
  workingDir?: OutputText | undefined;
  caches: Cache[];
  artifacts: OutputText[];
  artifactRule: { when?: 'success' | 'failure' | undefined; days?: number | undefined };
  junit: OutputText[];
  summary?: string | undefined;
  timeout?: string | undefined;
  volumes: Setting[];
}

export interface Parameter {
  name: string;
  type?: string | undefined;
  description?: string | undefined;
  default?: string | undefined;
  choices: string[];
  isRequired: boolean;
}

export type Combination = Map<string, OutputText>;

/** Output of an earlier pipeline that has the values of a variable. */
export interface MatrixOutput {
  pipeline: string;
  name: string;
}

export interface Matrix {
  axes: Map<string, OutputText[]>;
  /** Variables whose values are known when another pipeline has finished. */
  outputs: Map<string, MatrixOutput>;
  include: Combination[];
  exclude: Combination[];
}

/** A further repository of the clone. */
export interface ClonedRepository {
  repository: string;
  ref?: string;
  path: string;
}

export interface Stage extends Conditional {
  name: string;
  type: 'docker' | 'exec' | 'kubernetes';
  platform?: { os: string; arch: string } | undefined;
  node: Map<string, OutputText>;
  clone: { disable?: true; depth?: number; repositories?: ClonedRepository[] };
  workspace?: { base?: string; path?: string } | undefined;
  environment: Environment;
  services: Step[];
  steps: Step[];
  /** Comments after the last step. */
  lastComments: string[];
  dependsOn: string[];
  /** Names of the pipelines whose artifacts it gets. */
  artifactsFrom: string[];
  trigger: ConditionGroup;
  matrix: Matrix;
  caches: Cache[];
  concurrency?: number | undefined;
  isInterruptible?: boolean | undefined;
  /** Whether a person starts the stage. */
  isManual?: boolean | undefined;
  ignoresFailure?: boolean | undefined;
  timeout?: string | undefined;
  retries?: number | undefined;
  parameters: Parameter[];
  volumes: Setting[];
}

export interface ConvertedPipeline extends Commented {
  stages: Stage[];
}

/** Adds a rule for artifacts that the step gets next. What two rules do not share is left out. */
export function addArtifactRule(step: Step, rule: Step['artifactRule']): void {
  const { when, days } = step.artifactRule;
  const isFirst = step.artifacts.length === 0;
  step.artifactRule = isFirst
    ? rule
    : {
        when: when === rule.when ? when : undefined,
        days: days && rule.days ? Math.max(days, rule.days) : undefined,
      };
}

export function createStep(name: string): Step {
  return {
    comments: [],
    name,
    commands: [],
    entrypoint: [],
    command: [],
    environment: new Map(),
    settings: new Map(),
    when: {},
    alternatives: [],
    dependsOn: [],
    ignoresFailure: false,
    detach: false,
    isPrivileged: false,
    caches: [],
    artifacts: [],
    artifactRule: {},
    junit: [],
    volumes: [],
  };
}

export function createStage(name: string): Stage {
  return {
    comments: [],
    name,
    type: 'docker',
    node: new Map(),
    clone: {},
    environment: new Map(),
    services: [],
    steps: [],
    lastComments: [],
    dependsOn: [],
    artifactsFrom: [],
    trigger: {},
    alternatives: [],
    matrix: { axes: new Map(), outputs: new Map(), include: [], exclude: [] },
    caches: [],
    parameters: [],
    volumes: [],
  };
}

/** Returns the condition of a name, which is added if it is missing. */
/** Kinds of values with a name, in the order of the written file. */
export const valueOrder = ['matrix', 'parameters', 'outputs'] as const;
export type ValueKind = (typeof valueOrder)[number];

/** Returns the condition on a value, which is in the group then. */
export function valueConditionOf(
  conditions: ConditionGroup,
  kind: ValueKind,
  name: string,
): Condition {
  conditions[kind] ??= {};
  const all = conditions[kind];
  // Only a reader of the written file knows the value of a matrix.
  all[name] ??= { include: [], exclude: [], value: '' };
  return all[name];
}

export function conditionOf(conditions: ConditionGroup, name: ConditionName): Condition {
  conditions[name] ??= { include: [], exclude: [] };
  return conditions[name];
}

/** Whether a step runs in each build of its stage. */
export function isUnconditional({ when, alternatives }: Step): boolean {
  return Object.keys(when).length + alternatives.length === 0;
}

/** Returns the last step that runs in each build of the stage. Its artifacts may be files that earlier steps left. */
export function lastCertainStep({ steps }: Stage): Step | undefined {
  return steps.findLast(isUnconditional) ?? steps.at(-1);
}

/** Returns the conditions of a group with the common ones. Values of the group replace common ones of the same name. */
export function joinConditions(common: ConditionGroup, group: ConditionGroup): ConditionGroup {
  const joined: ConditionGroup = { ...common };
  for (const name of conditionOrder) {
    const own = group[name];
    if (!own) continue;
    const { include = [], exclude = [] } = common[name] ?? {};
    joined[name] = {
      include: own.include.length > 0 ? own.include : include,
      exclude: [...new Set([...exclude, ...own.exclude])],
    };
  }
  for (const kind of valueOrder) {
    const values = { ...common[kind], ...group[kind] };
    if (Object.keys(values).length > 0) Object.assign(joined, { [kind]: values });
  }
  return joined;
}
