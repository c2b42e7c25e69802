import { imagePattern } from './image-name.ts';
import { ownTypes } from './own-types.ts';
import { triggerShape, whenShape } from './shape/condition-shape.ts';
import { secretSchema, signatureShape, templateSchema } from './shape/document-shapes.ts';
import { choose, freeKey, hasKey, type JsonSchema, word } from './shape/json-schema.ts';
import { foreignPipelineShape, pipelineShape } from './shape/pipeline-shape.ts';
import {
  commandItemShape,
  environmentShape,
  foreignStepItemShape,
  foreignStepShape,
  serviceItemShape,
  serviceShape,
  settingShape,
  stepItemShape,
  stepShape,
} from './shape/step-shape.ts';
import { kindWords } from './words.ts';

const imageName: JsonSchema = {
  anyOf: [
    { not: { type: 'string' } },
    { type: 'string', pattern: `^$|\\$|${imagePattern.source}` },
  ],
};
const itemsWithImages: JsonSchema = { items: { properties: { image: imageName } } };

/** Pipelines whose steps are containers. */
const withImageNames: JsonSchema = {
  properties: {
    services: itemsWithImages,
    steps: itemsWithImages,
  },
};

/** Kinds of documents, with the schema of each. */
const documents: Record<string, JsonSchema> = {
  pipeline: choose(
    { properties: { type: { enum: [...ownTypes, '', null] } } },
    { ...pipelineShape, ...choose(hasKey('type', { const: 'exec' }), {}, withImageNames) },
    foreignPipelineShape,
  ),
  secret: secretSchema,
  signature: signatureShape,
  template: templateSchema,
};

/** Documents without a kind: files that are included, files before `kind: pipeline`, and parts that others share. */
const otherDocuments: readonly JsonSchema[] = [
  { required: ['include'] },
  { required: ['pipeline'] },
  { propertyNames: { pattern: freeKey.source } },
];

/** Schemas that the document defines once, because several parts use them. */
const definitions: Record<string, JsonSchema> = {
  environment: environmentShape,
  setting: settingShape,
  when: whenShape,
  trigger: triggerShape,
  step: stepShape,
  foreignStep: foreignStepShape,
  service: serviceShape,
  commandItem: commandItemShape,
  stepItem: stepItemShape,
  foreignStepItem: foreignStepItemShape,
  serviceItem: serviceItemShape,
};

/**
 * Returns a JSON Schema of one document of a pipeline file, from the definitions that the reader uses. It rejects
 * what is an error for the reader, and only what the reader reports at least as a warning. It cannot compare parts of
 * a file with each other: names that are used twice, dependencies that do not exist, and steps that wait for each
 * other.
 */
export function createPipelineSchema(): JsonSchema {
  const schema: JsonSchema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Pipeline file',
    description: 'A document of a pipeline file: .drone.yml',
    type: ['object', 'null'],
    properties: { kind: word('Kind of this document', kindWords) },
    anyOf: [{ type: 'null' }, ...otherDocuments, { required: ['kind'] }],
    allOf: Object.entries(documents).map(([kind, document]) =>
      choose(hasKey('kind', { const: kind }), document),
    ),
  };
  return {
    ...withReferences(schema),
    definitions: Object.fromEntries(
      Object.entries(definitions).map(([name, defined]) => [name, withReferences(defined)]),
    ),
  };
}

const names = new Map<object, string>(
  Object.entries(definitions).map(([name, schema]) => [schema, name]),
);

/** Replaces the defined schemas inside of a schema by references. */
function withReferences(schema: JsonSchema): JsonSchema {
  const replace = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const name = names.get(value);
    if (name) return { $ref: `#/definitions/${name}` };
    return Array.isArray(value) ? value.map(replace) : replaceInside(value);
  };
  const replaceInside = (value: object) =>
    Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replace(inner)]));
  return replaceInside(schema);
}
