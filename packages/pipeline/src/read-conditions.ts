import { warnContradictions, warnUselessPatterns } from './check-patterns.ts';
import { warnUnknownWords } from './check-words.ts';
import { type Condition, type Conditions, conditionNames } from './conditions.ts';
import { conditionShape } from './shape/condition-shape.ts';
import { keysOf } from './shape/json-schema.ts';
import { type Field, withoutBefore, type YamlReader } from './yaml/yaml-reader.ts';

/** Reads `when` and `trigger`: each condition is a text, a list, or a map of `include` and `exclude`. */
export function readConditions(reader: YamlReader, field: Field | undefined): Conditions {
  const fields = reader.map(field);
  reader.warnUnknown(fields, conditionNames, field?.path ?? '', 'conditions');
  const conditions: Conditions = {};
  for (const name of conditionNames) {
    const value = fields.get(name);
    if (!value) continue;
    const condition = readCondition(reader, value);
    warnUnknownWords(reader, value, name, condition);
    warnUselessPatterns(reader, value, name, condition);
    conditions[name] = condition;
  }
  warnContradictions(reader, fields, conditions);
  return conditions;
}

export function readCondition(reader: YamlReader, field: Field): Condition {
  if (!reader.isMap(field)) return { include: readPatterns(reader, field), exclude: [] };
  const fields = reader.map(withoutBefore(field));
  reader.warnUnknown(fields, keysOf(conditionShape), field.path);
  return {
    include: readPatterns(reader, fields.get('include')),
    exclude: readPatterns(reader, fields.get('exclude')),
  };
}

/**
 * Reads patterns. An empty list item is a pattern that matches only the empty value, so the pipeline never
 * runs.
 */
function readPatterns(reader: YamlReader, field: Field | undefined): string[] {
  if (field && reader.isText(field)) return reader.texts(field);
  return reader.list(field).map((item) => reader.text(item) ?? '');
}
