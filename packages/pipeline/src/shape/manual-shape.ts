import { manualPermissions } from '../vocabulary.ts';
import { flag, type JsonSchema, mapOf, wordAmong } from './json-schema.ts';

export const manualShape = mapOf('People who may start the stage', {
  permission: {
    description: 'write: everyone with write permission. admin: administrators of the repository.',
    ...wordAmong({ known: manualPermissions }),
  },
});

/** A flag, or a map. */
export const manualSchema: JsonSchema = {
  description: 'The stage waits until a person starts it',
  anyOf: [flag(''), manualShape],
};
