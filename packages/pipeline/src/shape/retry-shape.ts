import { retryCauses } from '../vocabulary.ts';
import { type JsonSchema, mapOf, numberLike, text } from './json-schema.ts';

/** Maximum number of further tries of a stage. */
export const maxRetries = 10;
export const retriesPattern = /^(?:\d|10)?$/;
export const exitCodePattern = /^\d{1,3}$/;

const exitCode: JsonSchema = {
  ...numberLike('', 'integer', exitCodePattern),
  maximum: 999,
};

export const exitCodesShape = mapOf('Exit codes', {
  exit_code: {
    description: 'Exit code of a step, or a list of exit codes',
    anyOf: [exitCode, { type: 'array', items: exitCode }],
  },
});

const cause: JsonSchema = { anyOf: [text('', retryCauses), exitCodesShape] };

export const retriesShape = (description: string): JsonSchema => ({
  ...numberLike(description, 'integer', retriesPattern),
  maximum: maxRetries,
});

const max = retriesShape('Maximum number of further tries, 1 by default');

export const retryShape = mapOf('Runs the stage again if it fails', {
  max,
  when: {
    description: 'Causes of failures; by default those of the infrastructure',
    anyOf: [text('', retryCauses), { type: 'array', items: cause }],
  },
});

/** A map, or the number of tries alone. */
export const retrySchema: JsonSchema = {
  description: retryShape.description ?? '',
  anyOf: [max, retryShape],
};
