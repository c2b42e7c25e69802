import { keysOf } from '../shape/json-schema.ts';
import { defaultsShape } from '../shape/step-shape.ts';
import type { Field, YamlReader } from '../yaml/yaml-reader.ts';

type Fields = ReadonlyMap<string, Field>;

/** Reads `defaults` of a pipeline: values of keys that its steps do not have. */
export function readDefaults(reader: YamlReader, field: Field | undefined): Fields {
  const defaults = reader.map(field);
  reader.warnUnknown(defaults, keysOf(defaultsShape), 'defaults', 'defaults');
  return defaults;
}

/** Adds the defaults to the fields of a step. Variables are joined, and everything else is replaced. */
export function withDefaults(fields: Fields, defaults: Fields): Map<string, Field> {
  const all = new Map(fields);
  for (const [key, value] of defaults) {
    const own = fields.get(key);
    if (!own) all.set(key, value);
    else if (key === 'environment') all.set(key, after(own, value));
  }
  return all;
}

/** Puts a value before all earlier values of a field. */
function after(field: Field, first: Field): Field {
  return { ...field, before: field.before ? after(field.before, first) : first };
}
