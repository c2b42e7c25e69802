import type { z } from 'zod/mini';

/**
 * Parses JSON that another version of this server may have written. Undefined if it is not JSON, or does not
 * match the schema. Fields that the schema does not name are left out.
 */
export function parseJson<Schema extends z.ZodMiniType>(
  schema: Schema,
  text: string,
): z.output<Schema> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return schema.safeParse(value).data;
}
