import { type JsonSchema, mapOf } from './json-schema.ts';

/** Name of a branch or tag. A `*` at its end stands for any characters except slashes. */
export const pushedName = /^(?![-/.])(?!.*(?:\.\.|\/\/|@\{))[^\s~^:?*[\]{}\\$]+(?:\*|(?<![/.]))$/;

const name: JsonSchema = { type: 'string', pattern: pushedName.source };
const names = (description: string): JsonSchema => ({
  description,
  anyOf: [{ type: 'null' }, name, { type: 'array', items: name }],
});

export const pushShape = mapOf('What the step may push; only in a trusted repository', {
  branches: names('Branches, which may end with *'),
  tags: names('New tags, which may end with *'),
});
