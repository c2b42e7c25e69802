import type { Words } from '../words.ts';
import { expressionFault, openWord } from './text-patterns.ts';

/** The part of JSON Schema (draft 7) that describes a pipeline file. */
export interface JsonSchema {
  $schema?: string;
  $ref?: string;
  title?: string;
  description?: string;
  definitions?: Readonly<Record<string, JsonSchema>>;
  type?: JsonType | readonly JsonType[];
  enum?: readonly (string | number | null)[];
  const?: string;
  pattern?: string;
  minLength?: number;
  minimum?: number;
  maximum?: number;
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  additionalProperties?: JsonSchema | false;
  patternProperties?: Readonly<Record<string, JsonSchema>>;
  propertyNames?: JsonSchema;
  minProperties?: number;
  allOf?: readonly JsonSchema[];
  anyOf?: readonly JsonSchema[];
  not?: JsonSchema;
  if?: JsonSchema;
  then?: JsonSchema;
  else?: JsonSchema;
}

type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'array' | 'object';

/** A map with known keys. */
export interface MapShape extends JsonSchema {
  type: readonly ['object', 'null'];
  properties: Readonly<Record<string, JsonSchema>>;
}

/** Any value, because no reader looks at it. */
export const anything = (description: string): JsonSchema => ({ description });

/** Every scalar is text; the source of a number is kept. Null means that there is none. */
export const anyText: JsonSchema = {
  type: ['string', 'number', 'boolean', 'null'],
  not: { type: 'string', pattern: expressionFault.source },
};

/** @param known values that an editor suggests */
const textAmong = (known: readonly string[]): JsonSchema =>
  known.length > 0 ? { anyOf: [{ enum: known }, anyText] } : anyText;

/** One of the words of a list, or a text with a pattern or a variable. */
export const wordAmong = ({ known }: Words): JsonSchema => ({
  anyOf: [
    { enum: [...known, null, ''] },
    { type: ['number', 'boolean'] },
    { type: 'string', pattern: openWord.source },
  ],
});

export const word = (description: string, words: Words): JsonSchema => ({
  description,
  ...wordAmong(words),
});

export const text = (description: string, known: readonly string[] = []): JsonSchema => ({
  description,
  ...textAmong(known),
});

/** Text that is not empty. */
export const someText: JsonSchema = { type: ['string', 'number', 'boolean'], minLength: 1 };

export const flag = (description: string): JsonSchema => ({
  description,
  type: ['boolean', 'null'],
});

/** A text, or a list of texts. */
export const texts = (description: string, known: readonly string[] = []): JsonSchema => ({
  description,
  anyOf: [textAmong(known), { type: 'array', items: textAmong(known) }],
});

/** A number from 0, or a text of this form. */
export const numberLike = (
  description: string,
  type: 'number' | 'integer',
  pattern: RegExp,
): JsonSchema => ({
  description,
  type: ['string', type, 'null'],
  pattern: pattern.source,
  minimum: 0,
});

export const listOf = (description: string, items: JsonSchema): JsonSchema => ({
  description,
  type: ['array', 'null'],
  items,
});

export const mapOf = <Keys extends Record<string, JsonSchema>>(
  description: string,
  properties: Keys,
): MapShape & { properties: Keys } => ({
  ...openMapOf(description, properties),
  patternProperties: freeKeys,
  additionalProperties: false,
});

/** A map with known keys, whose other keys nobody reads. */
export const openMapOf = <Keys extends Record<string, JsonSchema>>(
  description: string,
  properties: Keys,
): MapShape & { properties: Keys } => ({ description, type: ['object', 'null'], properties });

/** The same map, whose other keys nobody reads. */
export const opened = (map: JsonSchema): JsonSchema => ({ ...map, additionalProperties: {} });

/** Keys for anchors, and merge keys, which editors may not resolve. */
export const freeKey = /^(?:\.|x-|<<$)/;
const freeKeys: Readonly<Record<string, JsonSchema>> = { [freeKey.source]: {} };

/** A map with any keys. */
export const mapTo = (description: string, value: JsonSchema): JsonSchema => ({
  description,
  type: ['object', 'null'],
  additionalProperties: value,
});

/** Keys of a map, in the order of its description. */
export function keysOf({ properties }: MapShape): string[] {
  return Object.keys(properties);
}

/** The first schema if the condition matches, else the second one. */
export const choose = (
  condition: JsonSchema,
  matching: JsonSchema,
  other: JsonSchema = {},
): JsonSchema => ({
  if: condition,
  // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
  then: matching,
  else: other,
});

/** Matches a map with this key. */
export const hasKey = (key: string, value: JsonSchema = {}): JsonSchema => ({
  required: [key],
  properties: { [key]: value },
});
