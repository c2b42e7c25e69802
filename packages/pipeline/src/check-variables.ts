import { buildVariables } from './build-variables.ts';
import type { DollarTexts } from './yaml/dollar-texts.ts';
import { nearestKey } from './yaml/nearest-key.ts';
import type { YamlReader } from './yaml/yaml-reader.ts';

const variablePattern = /\$\{?((?:DRONE|CI)_[A-Z0-9_]+)/g;
const known = new Map(buildVariables.map((name) => [name.toLowerCase(), name]));

/**
 * Warns about names that are probably misspelled variables of the build: `${DRONE_TGA}`. They are empty. The file may
 * set variables with such a name itself, which are among its keys.
 */
export function warnMisspelledVariables(reader: YamlReader, { texts, keys }: DollarTexts): void {
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
