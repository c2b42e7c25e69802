import type { MatrixSource } from '../pipeline.ts';
import type { YamlReader } from '../yaml/yaml-reader.ts';
import { readMatrix } from './read-matrix.ts';

/** Maximum length of a stage's name; longer names are not useful in a list. */
const maxNameLength = 100;

export interface ExpandedPipeline {
  /** Reads the document with the values of the combination. */
  reader: YamlReader;
  /** Name of the stage. */
  name: string;
  /** Name that the file gives to the pipeline, with variables. */
  givenName: string;
  /** Outputs that decide the values of the matrix. Until they do, the pipeline is one stage. */
  sources: MatrixSource[];
}

/** Returns a reader for each combination of a pipeline's matrix; one reader without a matrix, or with an open one. */
export function expandPipeline(reader: YamlReader): ExpandedPipeline[] {
  const fields = reader.map(reader.root);
  const nameOf = (each: YamlReader) => each.text(fields.get('name')) || 'default';
  const givenName = nameOf(reader);
  const field = fields.get('matrix');
  const matrix = field && readMatrix(reader, field);
  const { combinations = [], sources = [], names: variables = [] } = matrix ?? {};
  if (sources.length > 0) {
    return [{ reader: reader.withOpenMatrix(variables), name: givenName, givenName, sources }];
  }
  if (combinations.length === 0) return [{ reader, name: givenName, givenName, sources }];
  const readers = combinations.map((combination) => reader.withMatrix(combination));
  const filled = readers.map(nameOf);
  const named = combinations.map(
    (combination, index) => `${filled[index]} (${Object.values(combination).join(', ')})`,
  );
  const numbered = filled.map((name, index) => `${name} (${index + 1})`);
  const isUsable = (names: readonly string[]) =>
    new Set(names).size === names.length && names.every((name) => name.length <= maxNameLength);
  const hasValues = filled.every((name) => name !== givenName);
  const names = [...(hasValues ? [filled] : []), named].find(isUsable) ?? numbered;
  return readers.map((each, index) => {
    return { reader: each, name: names[index] ?? '', givenName, sources };
  });
}
