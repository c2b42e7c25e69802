import { suggestName } from '@millrace/pipeline/nearest-name';
import { z } from 'zod/mini';

/**
 * Returns a schema of an object that rejects other names, with the nearest known name.
 *
 * @param expected message if the value is no object
 */
export function strictObject<Shape extends z.core.$ZodShape>(shape: Shape, expected?: string) {
  const known = Object.keys(shape);
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => `unknown name ${key}${suggestName(key, known)}`).join('; ')
        : expected,
  });
}
