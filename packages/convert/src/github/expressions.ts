import type { Conversion } from '../conversion.ts';
import type { Commented, Environment, Matrix, OutputText } from '../model.ts';
import { isVariableName, variableName } from '../names.ts';
import type { SourceNode } from '../source/source-node.ts';
import { escapeText } from '../write/escape-text.ts';
import { constants } from './constants.ts';
import { computeFromMatrix } from './matrix-expressions.ts';

/** Variables of the build with the meaning of an expression. */
const buildVariables: Readonly<Record<string, string>> = {
  'github.sha': 'DRONE_COMMIT_SHA',
  'github.ref': 'DRONE_COMMIT_REF',
  'github.ref_name': 'DRONE_BRANCH',
  'github.head_ref': 'DRONE_SOURCE_BRANCH',
  'github.base_ref': 'DRONE_TARGET_BRANCH',
  'github.repository': 'DRONE_REPO',
  'github.repository_owner': 'DRONE_REPO_OWNER',
  'github.repositoryurl': 'DRONE_REMOTE_URL',
  'github.actor': 'DRONE_BUILD_SENDER',
  'github.triggering_actor': 'DRONE_BUILD_SENDER',
  'github.event_name': 'DRONE_BUILD_EVENT',
  'github.run_number': 'DRONE_BUILD_NUMBER',
  'github.run_id': 'DRONE_BUILD_NUMBER',
  'github.job': 'DRONE_STAGE_NAME',
  'github.event.number': 'DRONE_PULL_REQUEST',
  'github.event.after': 'DRONE_COMMIT_AFTER',
  'github.event.before': 'DRONE_COMMIT_BEFORE',
  'github.event.head_commit.message': 'DRONE_COMMIT_MESSAGE',
  'github.event.pull_request.number': 'DRONE_PULL_REQUEST',
  'github.event.pull_request.title': 'DRONE_PULL_REQUEST_TITLE',
  'github.event.pull_request.head.sha': 'DRONE_COMMIT_SHA',
  'github.event.pull_request.head.ref': 'DRONE_SOURCE_BRANCH',
  'github.event.pull_request.base.ref': 'DRONE_TARGET_BRANCH',
  'github.event.pull_request.base.sha': 'DRONE_COMMIT_BEFORE',
  'github.event.release.tag_name': 'DRONE_TAG',
  'github.event.repository.name': 'DRONE_REPO_NAME',
  'github.event.repository.default_branch': 'DRONE_REPO_BRANCH',
};

/** Anybody can choose these values, so that commands must not contain them. */
const untrusted = /TITLE|MESSAGE|SOURCE_BRANCH/;

/** Variables of every step on GitHub, with their expression. */
export const githubVariables: Readonly<Record<string, string>> = {
  GITHUB_SHA: 'github.sha',
  GITHUB_REF: 'github.ref',
  GITHUB_REF_NAME: 'github.ref_name',
  GITHUB_HEAD_REF: 'github.head_ref',
  GITHUB_BASE_REF: 'github.base_ref',
  GITHUB_REPOSITORY: 'github.repository',
  GITHUB_REPOSITORY_OWNER: 'github.repository_owner',
  GITHUB_ACTOR: 'github.actor',
  GITHUB_EVENT_NAME: 'github.event_name',
  GITHUB_RUN_NUMBER: 'github.run_number',
  GITHUB_RUN_ID: 'github.run_id',
  GITHUB_JOB: 'github.job',
  GITHUB_WORKSPACE: 'github.workspace',
  RUNNER_OS: 'runner.os',
  RUNNER_ARCH: 'runner.arch',
  RUNNER_TEMP: 'runner.temp',
};

/** Names that the expressions of a job can use. */
export interface ExpressionScope {
  conversion: Conversion;
  /** Names of the matrix, for objects with their keys: `config.os`. */
  matrixNames: ReadonlySet<string>;
  matrix: Matrix;
  /** Values of `env` that are known, by name. */
  environment: Environment;
  /** Values of `outputs` of the jobs, by `job.name`. */
  outputs: ReadonlyMap<string, string>;
}

export interface TextPlace {
  node: SourceNode;
  /** Gets the comments about expressions without an equivalent. */
  target: Commented;
  /** Set for commands, where shell variables work. Secrets that the commands use are added to it. */
  variables?: Environment;
  /** Name of the variable that gets the text. */
  name?: string;
}

/** Expressions do not contain others, so that each character is looked at once. */
const marks = /\$\{\{((?:(?!\$\{\{|\}\})[\s\S])*)\}\}/g;

/** Replaces the expressions of a text. One without an equivalent stays visible, with a comment. */
export function fillExpressions(
  text: string,
  scope: ExpressionScope,
  place: TextPlace,
): OutputText {
  let result = '';
  let at = 0;
  for (const found of text.matchAll(marks)) {
    const [whole, expression = ''] = found;
    result += escapeText(text.slice(at, found.index));
    const value = expressionValue(expression.trim(), scope, place);
    if (value === undefined) {
      scope.conversion.skip(place.target, place.node, `the expression ${whole.trim()}`);
    }
    scope.conversion.spend(value?.length ?? 0);
    result += value ?? escapeText(whole);
    at = found.index + whole.length;
  }
  return result + escapeText(text.slice(at));
}

/** Returns the secret or variable of the repository that a text consists of. */
export function secretOf(text: string): string | undefined {
  const match = /^\s*\$\{\{([^{}]*)\}\}\s*$/.exec(text);
  return match?.[1] === undefined ? undefined : secretName(match[1].trim());
}

function secretName(expression: string): string | undefined {
  if (expression === 'github.token') return 'GITHUB_TOKEN';
  return /^(?:secrets|vars)\.([\w-]+)$/.exec(expression)?.[1];
}

function expressionValue(
  expression: string,
  scope: ExpressionScope,
  place: TextPlace,
): OutputText | undefined {
  const lower = expression.toLowerCase();
  if (Object.hasOwn(constants, lower)) return constants[lower];
  if (Object.hasOwn(buildVariables, lower)) {
    const name = buildVariables[lower] ?? '';
    return place.variables && untrusted.test(name) ? `$${name}` : `\${${name}}`;
  }
  const literal = /^'((?:[^']|'')*)'$/.exec(expression)?.[1];
  if (literal !== undefined) return escapeText(literal.replaceAll("''", "'"));
  if (/^-?\d+(?:\.\d+)?$/.test(expression)) return expression;
  const fallback = /^([\w.-]+)\s*\|\|\s*'([\w./-]*)'$/.exec(expression);
  if (fallback) {
    const value = expressionValue(fallback[1] ?? '', scope, place);
    const name = /^\$\{(\w+)\}$/.exec(value ?? '')?.[1];
    return name === undefined ? undefined : `\${${name}:-${fallback[2]}}`;
  }
  const secret = secretName(expression);
  if (secret !== undefined) {
    if (!place.variables || !isVariableName(secret)) return undefined;
    place.variables.set(secret, { from_secret: secret });
    return `$$\{${secret}}`;
  }
  return (
    nameValue(expression, scope, place) ??
    computeFromMatrix(expression, scope.matrix, place.name ?? 'value')
  );
}

/** Returns the output of a step that an output of a job consists of. */
export function stepOutputOf(output = ''): string | undefined {
  return /^\$\{\{\s*steps\.[\w-]+\.outputs\.([\w-]+)\s*\}\}$/.exec(output)?.[1];
}

/** Returns the value of a name that the workflow defines. */
function nameValue(
  expression: string,
  scope: ExpressionScope,
  { variables }: TextPlace,
): OutputText | undefined {
  const [context = '', ...path] = expression.split('.');
  const name = path.join('.');
  const shellVariable = (name: string) =>
    variables && isVariableName(name) ? `$$\{${name}}` : undefined;
  switch (context) {
    case 'matrix':
      return scope.matrixNames.has(name) ? `\${${variableName(name)}}` : undefined;
    case 'inputs':
      return isVariableName(variableName(name)) ? `\${${variableName(name)}}` : undefined;
    case 'env': {
      const value = scope.environment.get(name);
      return variables ? shellVariable(name) : typeof value === 'string' ? value : undefined;
    }
    case 'steps':
      return path[1] === 'outputs' && path.length === 3 ? shellVariable(path[2] ?? '') : undefined;
    case 'needs': {
      const source = stepOutputOf(scope.outputs.get(`${path[0]}.${path[2]}`));
      return path[1] === 'outputs' && source ? shellVariable(source) : undefined;
    }
    case 'github': {
      const input = /^github\.event\.inputs\.([\w-]+)$/.exec(expression)?.[1];
      return input ? `\${${variableName(input)}}` : undefined;
    }
    default:
      return undefined;
  }
}
