import { outputKey } from '../setting-outputs.ts';
import {
  anyText,
  type JsonSchema,
  listOf,
  mapOf,
  openMapOf,
  someText,
  text,
} from './json-schema.ts';

/** Names of variables. Those of the build cannot have several values. */
export const matrixNamePattern = /^(?!DRONE_|CI_)[A-Za-z_][A-Za-z0-9_]*$/;
/** Stages are created before variables have values. */
export const matrixValuePattern = /^[^$]*$/;

const value: JsonSchema = { ...anyText, pattern: matrixValuePattern.source };
const propertyNames: JsonSchema = { pattern: matrixNamePattern.source };

const combinations = (description: string): JsonSchema =>
  listOf(description, { type: ['object', 'null'], propertyNames, additionalProperties: value });

/** The known keys of `matrix`. All others are names of variables with lists of values. */
export const matrixShape = openMapOf(
  'Runs the pipeline once for each combination of these values',
  {
    include: combinations('Further combinations, or further values for existing ones'),
    exclude: combinations('Combinations to leave out'),
  },
);

/** How the file names an output, for messages. */
export const outputForm = `${outputKey}: { pipeline: NAME, name: OUTPUT }`;

export const matrixSourceShape = mapOf('Output of a pipeline that this one depends on', {
  pipeline: { ...text('Name of the pipeline'), ...someText },
  name: {
    ...text('Name of the output'),
    type: ['string', 'boolean'],
    pattern: matrixNamePattern.source,
  },
});

const fromOutput: JsonSchema = {
  description: 'Values from an output: a JSON list, or one value a line',
  type: 'object',
  required: [outputKey],
  additionalProperties: false,
  properties: {
    [outputKey]: { ...matrixSourceShape, type: 'object', required: ['pipeline', 'name'] },
  },
};

export const matrixSchema: JsonSchema = {
  ...matrixShape,
  propertyNames,
  additionalProperties: { anyOf: [value, { type: 'array', items: value }, fromOutput] },
};
