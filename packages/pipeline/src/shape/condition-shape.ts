import type { ConditionName, ValueConditionName } from '../conditions.ts';
import { buildEvents } from '../vocabulary.ts';
import { statusWords, stepStatusWords } from '../words.ts';
import { type JsonSchema, mapOf, mapTo, texts } from './json-schema.ts';

/** A text, a list of texts, or a map of both lists. */
export const conditionShape = mapOf('', {
  include: texts('Patterns of which one must match'),
  exclude: texts('Patterns of which none may match'),
});

const condition = (description: string, known: readonly string[] = []): JsonSchema => {
  const { properties } = conditionShape;
  const include = texts(properties.include.description ?? '', known);
  const { anyOf = [] } = texts('', known);
  return {
    description,
    anyOf: [...anyOf, { type: 'object', properties: { ...properties, include } }],
  };
};

const conditions: Record<Exclude<ConditionName, 'status'> | ValueConditionName, JsonSchema> = {
  action: condition('Action of a pull request event'),
  branch: condition('Branch; target branch of a pull request'),
  cron: condition('Name of the cron job'),
  event: condition('Event of the build', buildEvents),
  fork: condition('Whether the commit is in another repository', ['true', 'false']),
  instance: condition('Host of the server'),
  matrix: mapTo('Values of the matrix', condition('Value of the matrix')),
  outputs: mapTo('Outputs of earlier steps and stages', condition('Value of the output')),
  parameters: mapTo('Parameters of the build', condition('Value of the parameter')),
  paths: condition('Changed files'),
  ref: condition('Git reference, such as refs/heads/main'),
  repo: condition('namespace/name of the repository'),
  sender: condition('Login of the person who caused the build'),
  source_branch: condition('Branch of the commit; source branch of a pull request'),
  target: condition('Target of a promotion or rollback'),
};

const groups = (description: string, statuses: readonly string[]): JsonSchema => {
  const status = condition('Status of what ran before', statuses);
  const group = mapOf('Conditions that must all match', { ...conditions, status });
  return {
    description,
    anyOf: [group, { type: 'array', items: { ...group, type: 'object' }, minItems: 1 }],
  };
};

export const whenShape = groups('Builds that include this step', stepStatusWords.known);
export const triggerShape = groups('Builds that include this pipeline', statusWords.known);
