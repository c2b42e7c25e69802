import type { Schema } from '@millrace/contract/api';
import { suggestName } from '@millrace/pipeline/nearest-name';
import type { z } from 'zod/mini';

/** Parts of a schema's definition that lead to the schemas of fields. */
interface Definition {
  type: string;
  shape?: Record<string, Schema>;
  /** Set if the object accepts other fields. */
  catchall?: z.core.$ZodType;
  innerType?: Schema;
  element?: Schema;
  options?: Schema[];
  in?: Schema;
}

/** Returns a message about a field that the schema of a body does not know; undefined if it knows all. */
export function findUnknownField(schema: Schema, value: unknown, path = ''): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { shape, catchall, innerType, element, options, in: input } = schema._zod.def as Definition;
  const inner = innerType ?? input;
  if (inner) return findUnknownField(inner, value, path);
  if (options) {
    const fitting = options.find((option) => option.safeParse(value).success);
    return fitting && findUnknownField(fitting, value, path);
  }
  if (element && Array.isArray(value)) {
    return firstOf(value.entries(), ([at, each]) =>
      findUnknownField(element, each, `${path}${at}.`),
    );
  }
  if (!shape || Array.isArray(value)) return undefined;
  return firstOf(Object.entries(value), ([name, each]) => {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (field) return findUnknownField(field, each, `${path}${name}.`);
    if (catchall) return undefined;
    return `Unknown field "${path}${name}"${suggestName(name, Object.keys(shape))}`;
  });
}

function firstOf<Item>(
  items: Iterable<Item>,
  find: (item: Item) => string | undefined,
): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
