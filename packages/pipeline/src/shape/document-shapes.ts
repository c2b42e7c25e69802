import {
  anyText,
  anything,
  choose,
  hasKey,
  type JsonSchema,
  mapOf,
  openMapOf,
  someText,
  text,
} from './json-schema.ts';

const sourceShape = openMapOf('Source of the secret', {
  name: text('Name of another secret, or name in the external store'),
  path: text('Path in the external store'),
});

export const secretShape = mapOf('A secret of the file', {
  kind: text('Kind of this document'),
  name: text('Name by which steps use the secret'),
  type: anything('No effect'),
  data: anything('The encrypted value'),
  get: sourceShape,
});

/** The reader looks at `data` only without `get`, and at its text only with a name. */
export const secretSchema: JsonSchema = {
  ...secretShape,
  ...choose(
    hasKey('get'),
    {},
    choose(
      hasKey('name', someText),
      { properties: { data: { anyOf: [anyText, sourceShape] } } },
      { properties: { data: { anyOf: [{ not: { type: 'object' } }, sourceShape] } } },
    ),
  ),
};

export const signatureShape = mapOf('Proof that a person has approved the file', {
  kind: text('Kind of this document'),
  hmac: anything('Signature of the file'),
});

export const templateShape = mapOf('A reference to a template, which replaces the document', {
  kind: text('Kind of this document'),
  load: text('Name of the template'),
  data: anything('Values for the template'),
  name: anything('No effect'),
});

export const templateSchema: JsonSchema = {
  ...templateShape,
  required: ['load'],
  properties: { ...templateShape.properties, load: someText },
};
