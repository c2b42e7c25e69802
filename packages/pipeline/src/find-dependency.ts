import { resolveAlias } from './yaml/yaml-node.ts';
import type { Field, YamlReader } from './yaml/yaml-reader.ts';

/**
 * Returns the entry of `depends_on` with a name, for the position of a problem; the whole list if the name has
 * `${NAME}` expressions.
 */
export function findDependency(
  reader: YamlReader,
  fields: ReadonlyMap<string, Field>,
  name: string,
): Field | undefined {
  const field = fields.get('depends_on');
  if (!field || reader.isText(field)) return field;
  const entry = reader.list(field).find(({ node: unresolved }) => {
    const node = resolveAlias(unresolved);
    return node?.kind === 'scalar' && node.text === name;
  });
  return entry ?? field;
}
