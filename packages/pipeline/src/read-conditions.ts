import { warnContradictions, warnUselessPatterns } from './check-patterns.ts';
import { type ConditionsKey, warnUnknownWords } from './check-words.ts';
import {
  type Condition,
  type ConditionGroup,
  type Conditions,
  conditionNames,
  type MatrixCondition,
  valueConditionNames,
} from './conditions.ts';
import { askFor } from './name-hint.ts';
import { conditionShape } from './shape/condition-shape.ts';
import { keysOf } from './shape/json-schema.ts';
import { matrixShape } from './shape/matrix-shape.ts';
import { nearestKey } from './yaml/nearest-key.ts';
import { type Field, withoutBefore, type YamlReader } from './yaml/yaml-reader.ts';

/** Reads `when` and `trigger`: a group of conditions, or a list of groups. */
export function readConditions(
  reader: YamlReader,
  field: Field | undefined,
  key: ConditionsKey,
): Conditions {
  const groups = field && reader.isList(field) ? reader.list(field) : [];
  const areGroups = groups.length > 0 && groups.every((group) => reader.isMap(group));
  return areGroups
    ? groups.map((group) => readGroup(reader, group, key))
    : [readGroup(reader, field, key)];
}

/** Each condition is a text, a list, or a map of `include` and `exclude`. */
function readGroup(
  reader: YamlReader,
  field: Field | undefined,
  key: ConditionsKey,
): ConditionGroup {
  const fields = reader.map(field);
  const known = [...conditionNames, ...valueConditionNames];
  reader.warnUnknown(fields, known, field?.path ?? '', 'conditions');
  const conditions: ConditionGroup = {};
  for (const name of conditionNames) {
    const value = fields.get(name);
    if (!value) continue;
    const condition = readCondition(reader, value);
    warnUnknownWords(reader, value, name, condition, key);
    warnUselessPatterns(reader, value, name, condition);
    conditions[name] = condition;
  }
  warnContradictions(reader, fields, conditions);
  return {
    ...conditions,
    ...(fields.has('matrix') && { matrix: readMatrixConditions(reader, fields.get('matrix')) }),
    ...(fields.has('outputs') && { outputs: readValueConditions(reader, fields.get('outputs')) }),
    ...(fields.has('parameters') && {
      parameters: readValueConditions(reader, fields.get('parameters')),
    }),
  };
}

function readValueConditions(
  reader: YamlReader,
  field: Field | undefined,
): Record<string, Condition> {
  const entries = [...reader.map(field)].map(([name, value]): [string, Condition] => [
    name,
    readCondition(reader, value),
  ]);
  return Object.fromEntries(entries);
}

/** Lists the names of all values. A combination may lack some. */
function matrixNames(reader: YamlReader): string[] {
  const fields = reader.map(reader.map(reader.root).get('matrix'));
  const included = reader
    .list(fields.get('include'))
    .flatMap((item) => [...reader.map(item).keys()]);
  const axes = [...fields.keys()].filter((name) => !(name in matrixShape.properties));
  return [...axes, ...included];
}

function readMatrixConditions(
  reader: YamlReader,
  field: Field | undefined,
): Record<string, MatrixCondition> {
  const names = field ? matrixNames(reader) : [];
  if (field && names.length === 0) {
    // Existing files have conditions of an older format, which no server compares.
    reader.report('warning', field, `${field.path} has no effect: the pipeline has no matrix`);
    return {};
  }
  const entries = [...reader.map(field)].map(([name, value]): [string, MatrixCondition] => {
    if (!names.includes(name)) {
      const hint = askFor(nearestKey(name, names));
      reader.report('warning', value, `the pipeline has no matrix value ${name}${hint}`);
    }
    const known = reader.isMatrixOpen ? undefined : (reader.matrix[name] ?? '');
    return [name, { ...readCondition(reader, value), value: known }];
  });
  return Object.fromEntries(entries);
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
