import { ownTypes } from './own-types.ts';
import { secretSchema, signatureShape, templateSchema } from './shape/document-shapes.ts';
import { choose, hasKey, type JsonSchema, text } from './shape/json-schema.ts';
import { foreignPipelineShape, pipelineShape } from './shape/pipeline-shape.ts';

/** Kinds of documents, with the schema of each. */
const documents: Record<string, JsonSchema> = {
  pipeline: choose(
    { properties: { type: { enum: [...ownTypes, '', null] } } },
    pipelineShape,
    foreignPipelineShape,
  ),
  secret: secretSchema,
  signature: signatureShape,
  template: templateSchema,
};

/**
 * Returns a JSON Schema of one document of a pipeline file, from the definitions that the reader uses. It
 * accepts what the reader accepts, also unknown keys, about which the reader warns. It cannot compare parts of
 * a file with each other: names of steps that are used twice, and steps that wait for each other.
 */
export function createPipelineSchema(): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Pipeline file',
    description: 'A document of a pipeline file: .drone.yml',
    type: ['object', 'null'],
    properties: { kind: text('Kind of this document', Object.keys(documents)) },
    allOf: Object.entries(documents).map(([kind, schema]) =>
      choose(hasKey('kind', { const: kind }), schema),
    ),
  };
}
