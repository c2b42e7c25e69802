import { flag, type JsonSchema, mapOf } from './json-schema.ts';

/** Name of a branch or tag. A `*` at its end stands for any characters except slashes. */
export const pushedName = /^(?![-/.])(?!.*(?:\.\.|\/\/|@\{))[^\s~^:?*[\]{}\\$]+(?:\*|(?<![/.]))$/;

/** A number is a name, too, unless it begins with a dash. */
const name: JsonSchema = {
  type: ['string', 'number', 'boolean', 'null'],
  pattern: pushedName.source,
  minimum: 0,
};
const names = (description: string): JsonSchema => ({
  description,
  anyOf: [name, { type: 'array', items: name }],
});

export const pushShape = mapOf('What the step may push; only in a trusted repository', {
  branches: names('Branches, which may end with *'),
  tags: names('New tags, which may end with *'),
  builds: flag('Whether these pushes start builds'),
});
