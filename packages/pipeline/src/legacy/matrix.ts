import { matchGlob } from '../glob/match-glob.ts';
import type { Data } from '../yaml/yaml-data.ts';
import type { Field, YamlReader } from '../yaml/yaml-reader.ts';

/** One combination of a matrix: values by name. */
export type Axis = Readonly<Record<string, string>>;

/** Maximum number of combinations. People do not write larger matrices. */
const maxAxes = 100;
/** Maximum length of a pipeline name; longer names are not useful in a list. */
const maxNameLength = 100;

/** Reads `matrix`: lists to multiply, the first name varying slowest, or the combinations in `include`. */
export function readAxes(reader: YamlReader, field: Field | undefined): Axis[] {
  const fields = reader.map(field);
  const include = fields.get('include');
  if (include) return reader.list(include).map((item) => reader.textMap(item));
  let axes: Axis[] = [];
  for (const [name, value] of fields) {
    const values = reader.texts(value);
    if (values.length === 0) continue;
    const before: Axis[] = axes.length > 0 ? axes : [{}];
    axes = before.flatMap((axis) => values.map((text) => ({ ...axis, [name]: text })));
    if (axes.length > maxAxes) {
      reader.report('error', value, `matrix has more than ${maxAxes} combinations`);
      return [];
    }
  }
  return axes;
}

/**
 * Names the pipeline of each combination by its values: `1.9, mysql`. Combinations without a unique name
 * are numbered.
 */
export function namesOf(axes: readonly Axis[]): string[] {
  const names = axes.map((axis) => Object.values(axis).join(', '));
  return names.map((name, index) => {
    const isUnique = names.indexOf(name) === names.lastIndexOf(name);
    return isUnique && name && name.length <= maxNameLength ? name : `matrix-${index + 1}`;
  });
}

/**
 * Evaluates `when.matrix`: the values that a step requires. With `exclude`, it rejects a combination that
 * matches all values.
 */
export function readMatrixCondition(
  reader: YamlReader,
  field: Field | undefined,
): (axis: Axis) => boolean {
  const fields = reader.map(field);
  const exclude = fields.has('exclude') ? reader.textMap(fields.get('exclude')) : {};
  const include = fields.has('include')
    ? reader.textMap(fields.get('include'))
    : Object.fromEntries(
        [...fields].flatMap(([name, value]) =>
          name === 'exclude' ? [] : [[name, reader.text(value) ?? '']],
        ),
      );
  const fits = (wanted: Record<string, string>, axis: Axis) =>
    Object.entries(wanted).every(([name, pattern]) => matchGlob(pattern, axis[name] ?? ''));
  return (axis) => fits(include, axis) && !(Object.keys(exclude).length > 0 && fits(exclude, axis));
}

/** Returns the data with `${NAME}` replaced in every text. */
export function withAxis(data: { [key: string]: Data }, axis: Axis): { [key: string]: Data } {
  const fill = (text: string) =>
    Object.entries(axis).reduce(
      (filled, [name, value]) => filled.replaceAll(`\${${name}}`, () => value),
      text,
    );
  const fillMap = (map: { [key: string]: Data }): { [key: string]: Data } =>
    Object.fromEntries(Object.entries(map).map(([key, value]) => [fill(key), fillData(value)]));
  const fillData = (value: Data): Data => {
    if (typeof value === 'string') return fill(value);
    if (Array.isArray(value)) return value.map(fillData);
    return typeof value === 'object' && value !== null ? fillMap(value) : value;
  };
  return fillMap(data);
}
