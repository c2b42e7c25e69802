import { resolveAlias } from './yaml/yaml-node.ts';
import type { Field, YamlReader } from './yaml/yaml-reader.ts';

/** A key with names of steps or pipelines. */
export type DependencyKey = 'depends_on' | 'artifacts_from' | 'matrix';

/**
 * Returns the entry of a key with a name, for the position of a problem: of a matrix, that of a variable. Returns the
 * whole list if the name has `${NAME}` expressions.
 */
export function findDependency(
  reader: YamlReader,
  fields: ReadonlyMap<string, Field>,
  name: string,
  key: DependencyKey = 'depends_on',
): Field | undefined {
  const field = fields.get(key);
  if (field && key === 'matrix') return reader.map(field).get(name);
  if (!field || !reader.isList(field)) return field;
  const entry = reader.list(field).find((item) => {
    const named = reader.isMap(item) ? reader.map(item).get('pipeline') : item;
    const node = resolveAlias(named?.node);
    return node?.kind === 'scalar' && node.text === name;
  });
  return entry ?? field;
}
