import { type Condition, type Conditions, conditionNames } from './conditions.ts';
import type { Field, YamlReader } from './yaml/yaml-reader.ts';

/** `when` and `trigger`: each condition a text, a list, or a map of `include` and `exclude`. */
export function readConditions(reader: YamlReader, field: Field | undefined): Conditions {
  const fields = reader.map(field);
  reader.warnUnknown(fields, conditionNames, field?.path ?? '');
  const conditions: Conditions = {};
  for (const name of conditionNames) {
    const value = fields.get(name);
    if (value) conditions[name] = readCondition(reader, value);
  }
  return conditions;
}

export function readCondition(reader: YamlReader, field: Field): Condition {
  if (!reader.isMap(field)) return { include: reader.texts(field), exclude: [] };
  const fields = reader.map(field);
  reader.warnUnknown(fields, ['include', 'exclude'], field.path);
  return {
    include: reader.texts(fields.get('include')),
    exclude: reader.texts(fields.get('exclude')),
  };
}
