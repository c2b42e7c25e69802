import { manualPermissions } from '../vocabulary.ts';
import { flag, type JsonSchema, mapOf } from './json-schema.ts';

export const manualShape = mapOf('People who may start the stage', {
  permission: {
    description: 'write: everyone with write permission. admin: administrators of the repository.',
    // A matrix may have the value.
    anyOf: [{ enum: [...manualPermissions, null, ''] }, { type: 'string', pattern: '\\$\\{' }],
  },
});

/** A flag, or a map. */
export const manualSchema: JsonSchema = {
  description: 'The stage waits until a person starts it',
  anyOf: [flag(''), manualShape],
};
