import type { ConditionName, ValueConditionName } from '../conditions.ts';
import { eventWords, forkWords, statusWords, stepStatusWords, type Words } from '../words.ts';
import { anyText, type JsonSchema, mapOf, mapTo, texts, wordAmong } from './json-schema.ts';
import { openBracket, regularExpression, uselessPatterns } from './text-patterns.ts';

/** Longer patterns are not checked. */
export const maxCheckedLength = 200;

/** A text, a list of texts, or a map of both lists. */
export const conditionShape = mapOf('', {
  include: texts('Patterns of which one must match'),
  exclude: texts('Patterns of which none may match'),
});

const condition = (description: string, pattern: JsonSchema = patternOf()): JsonSchema => {
  const some = { anyOf: [pattern, { type: 'array', items: pattern } satisfies JsonSchema] };
  const { include, exclude } = conditionShape.properties;
  const map = mapOf('', { include: { ...include, ...some }, exclude: { ...exclude, ...some } });
  return { description, anyOf: [...some.anyOf, { ...map, type: 'object' }] };
};

/** A pattern that can match. A long one, or one with a variable, is not checked. */
function patternOf(useless?: RegExp): JsonSchema {
  const faults = [/^!/, regularExpression, openBracket, ...(useless ? [useless] : [])];
  const pattern = faults.map(({ source }) => `(?:${source})`).join('|');
  return {
    ...anyText,
    anyOf: [
      { type: ['number', 'boolean', 'null'] },
      { type: 'string', pattern: '\\$\\{' },
      { type: 'string', minLength: maxCheckedLength + 1 },
      { type: 'string', not: { pattern } },
    ],
  };
}

const conditions: Record<Exclude<ConditionName, 'status'> | ValueConditionName, JsonSchema> = {
  action: condition('Action of a pull request event'),
  branch: condition('Branch; target branch of a pull request'),
  cron: condition('Name of the cron job', patternOf(uselessPatterns.cron)),
  event: condition('Event of the build', wordAmong(eventWords)),
  fork: condition('Whether the commit is in another repository', wordAmong(forkWords)),
  instance: condition('Host of the server'),
  matrix: mapTo('Values of the matrix', condition('Value of the matrix')),
  outputs: mapTo('Outputs of earlier steps and stages', condition('Value of the output')),
  parameters: mapTo('Parameters of the build', condition('Value of the parameter')),
  paths: condition('Changed files', patternOf(uselessPatterns.paths)),
  ref: condition('Git reference, such as refs/heads/main', patternOf(uselessPatterns.ref)),
  repo: condition('namespace/name of the repository', patternOf(uselessPatterns.repo)),
  sender: condition('Login of the person who caused the build'),
  source_branch: condition('Branch of the commit; source branch of a pull request'),
  target: condition('Target of a promotion or rollback'),
};

const groups = (description: string, statuses: Words): JsonSchema => {
  const status = condition('Status of what ran before', wordAmong(statuses));
  const group = mapOf('Conditions that must all match', { ...conditions, status });
  return {
    description,
    anyOf: [group, { type: 'array', items: { ...group, type: 'object' }, minItems: 1 }],
  };
};

export const whenShape = groups('Builds that include this step', stepStatusWords);
export const triggerShape = groups('Builds that include this pipeline', statusWords);
