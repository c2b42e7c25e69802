import { buildVariables } from './build-variables.ts';
import { nearestKey } from './yaml/nearest-key.ts';
import { keyText, type YamlNode, type YamlScalar } from './yaml/yaml-node.ts';
import type { YamlReader } from './yaml/yaml-reader.ts';

const variablePattern = /\$\{?((?:DRONE|CI)_[A-Z0-9_]+)/g;
const known = new Map(buildVariables.map((name) => [name.toLowerCase(), name]));

/** Warns about names that are probably misspelled variables of the build: `${DRONE_TGA}`. They are empty. */
export function warnMisspelledVariables(reader: YamlReader): void {
  const texts: YamlScalar[] = [];
  /** The file may set variables with such a name itself. */
  const keys = new Set<string>();
  const visit = (node: YamlNode | undefined): void => {
    if (node?.kind === 'list') for (const item of node.items) visit(item);
    else if (node?.kind === 'scalar' && node.text.includes('$')) texts.push(node);
    else if (node?.kind === 'map') {
      for (const { key, value } of node.pairs) {
        keys.add(keyText(key));
        visit(value);
      }
    }
  };
  visit(reader.root.node);
  for (const node of texts) {
    const names = new Set([...node.text.matchAll(variablePattern)].map(([, name = '']) => name));
    for (const name of names) {
      if (keys.has(name) || known.has(name.toLowerCase())) continue;
      const nearest = known.get(nearestKey(name, [...known.keys()]) ?? '');
      if (!nearest) continue;
      const message = `unknown variable "${name}"; did you mean "${nearest}"?`;
      reader.report('warning', { node, path: '' }, message);
    }
  }
}
