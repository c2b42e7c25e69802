import type { MatrixSource } from '../pipeline.ts';
import {
  matrixNamePattern,
  matrixShape,
  matrixValuePattern,
  outputForm,
} from '../shape/matrix-shape.ts';
import type { Field, YamlReader } from '../yaml/yaml-reader.ts';
import type { Combination } from './fill-combination.ts';
import { isMatrixSource, readMatrixSource } from './matrix-source.ts';

/** Maximum number of combinations of a matrix. Each is a stage of the build. */
export const maxCombinations = 100;

export interface Matrix {
  /** Empty if outputs decide values. */
  combinations: Combination[];
  /** Outputs that decide the values of variables. */
  sources: MatrixSource[];
  /** Names of all variables. */
  names: string[];
}

/**
 * Reads `matrix`: the product of its lists, the first one varying slowest, without the combinations of `exclude` and
 * with those of `include`. Undefined without a matrix, or with an invalid one.
 */
export function readMatrix(reader: YamlReader, field: Field): Matrix | undefined {
  const fields = reader.map(field);
  const all = [...fields].filter(([name]) => !(name in matrixShape.properties));
  const open = all.filter(([, value]) => isMatrixSource(reader, value));
  const axes = all.filter((axis) => !open.includes(axis));
  const lists = axes.map(([name, value]) => readValues(reader, name, value));
  const readEntries = (key: string) =>
    reader.list(fields.get(key)).map((item) => readEntry(reader, item));
  const [include, exclude] = [readEntries('include'), readEntries('exclude')];
  const size = lists.reduce((product, values) => product * values.length, 1) + include.length;
  if (size > maxCombinations) {
    reader.report('error', field, `${field.path} has more than ${maxCombinations} combinations`);
    return undefined;
  }
  if (open.length > 0) {
    const sources = open.map(([name, value]) => readSource(reader, name, value));
    const names = [...all.map(([name]) => name), ...include.flatMap((each) => Object.keys(each))];
    // With an error, no build starts from the file.
    return { combinations: [], sources: sources.flatMap((each) => each ?? []), names };
  }
  const names = axes.map(([name]) => name);
  const product = names.length > 0 ? multiply(names, lists) : [];
  const included = product.filter((each) => !exclude.some((entry) => isPart(entry, each)));
  const combinations = withIncluded(included, include, names);
  if (combinations.length > 0 || !reader.isMap(field)) return { combinations, sources: [], names };
  reader.report('error', field, `${field.path} has no combination`);
  return undefined;
}

function multiply(names: readonly string[], lists: readonly string[][]): Combination[] {
  return names.reduce<Combination[]>(
    (combinations, name, index) =>
      combinations.flatMap((each) =>
        (lists[index] ?? []).map((value) => ({ ...each, [name]: value })),
      ),
    [{}],
  );
}

/**
 * Adds the values of each entry to the combinations that it does not contradict. An entry that contradicts all is
 * a further combination.
 */
function withIncluded(
  product: readonly Combination[],
  include: readonly Combination[],
  names: readonly string[],
): Combination[] {
  const extended = [...product];
  const added: Combination[] = [];
  for (const entry of include) {
    const known = Object.fromEntries(
      Object.entries(entry).filter(([name]) => names.includes(name)),
    );
    const matching = product.flatMap((each, index) => (isPart(known, each) ? index : []));
    for (const index of matching) extended[index] = { ...extended[index], ...entry };
    if (matching.length === 0) added.push(entry);
  }
  return [...extended, ...added];
}

/** Returns whether a combination has all values of another one. */
function isPart(part: Combination, whole: Combination): boolean {
  return Object.entries(part).every(([name, value]) => whole[name] === value);
}

function readEntry(reader: YamlReader, item: Field): Combination {
  const entries = [...reader.map(item)].map(([name, value]): [string, string] => [
    name,
    readValues(reader, name, value, [reader.text(value) ?? ''])[0] ?? '',
  ]);
  return Object.fromEntries(entries);
}

function readSource(reader: YamlReader, name: string, field: Field): MatrixSource | undefined {
  checkName(reader, name, field);
  return readMatrixSource(reader, name, field);
}

function checkName(reader: YamlReader, name: string, field: Field): void {
  if (matrixNamePattern.test(name)) return;
  const message = `${field.path} is not a name for a variable of a matrix`;
  reader.report('error', field, message);
}

/** Reads the different values of a variable. */
function readValues(
  reader: YamlReader,
  name: string,
  field: Field,
  values = reader.texts(field),
): string[] {
  checkName(reader, name, field);
  const wrong = values.find((value) => !matrixValuePattern.test(value));
  if (wrong !== undefined) {
    const hint = wrong.includes('fromJSON') ? `; write { ${outputForm} }` : '';
    reader.report('error', field, `${field.path} must not contain variables${hint}`);
  }
  return [...new Set(values)];
}
