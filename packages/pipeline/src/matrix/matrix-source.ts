import type { MatrixSource, Pipeline } from '../pipeline.ts';
import { outputKey } from '../setting-outputs.ts';
import { keysOf } from '../shape/json-schema.ts';
import { matrixNamePattern, matrixSourceShape, outputForm } from '../shape/matrix-shape.ts';
import type { Field, YamlReader } from '../yaml/yaml-reader.ts';

/** Returns the names of the pipelines whose outputs decide the stages of one. */
export function matrixSourcesOf({ matrixSources }: Pick<Pipeline, 'matrixSources'>): string[] {
  return [...new Set(matrixSources.map(({ pipeline }) => pipeline))];
}

/** Returns whether the values of a variable come from an output: `{ from_output: … }`. */
export function isMatrixSource(reader: YamlReader, field: Field): boolean {
  return reader.isMap(field) && reader.map(field).has(outputKey);
}

/** Reads the output that has the values of a variable. Undefined if it is invalid, which is reported. */
export function readMatrixSource(
  reader: YamlReader,
  variable: string,
  field: Field,
): MatrixSource | undefined {
  const fields = reader.map(field);
  reader.warnUnknown(fields, [outputKey], field.path);
  const output = fields.get(outputKey);
  if (!output || !reader.isMap(output)) {
    reader.report('error', output ?? field, `${field.path} must be { ${outputForm} }`);
    return undefined;
  }
  const parts = reader.map(output);
  reader.warnUnknown(parts, keysOf(matrixSourceShape), output.path);
  const [pipeline, name] = [reader.text(parts.get('pipeline')), reader.text(parts.get('name'))];
  if (!pipeline || !name) {
    const missing = pipeline ? 'name' : 'pipeline';
    reader.report('error', output, `${output.path}.${missing} is missing; write { ${outputForm} }`);
    return undefined;
  }
  if (!matrixNamePattern.test(name)) {
    const at = parts.get('name') ?? output;
    reader.report('error', at, `${at.path}: "${name}" is not a name for an output`);
    return undefined;
  }
  return { variable, pipeline, output: name };
}
