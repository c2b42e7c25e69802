import { resolveAlias, type YamlNode, type YamlValue } from './yaml-node.ts';

export const wrongMerge = '"<<" must have a map or a list of maps';

/** True for `<<` without quotes. */
export function isMergeKey(key: YamlNode): boolean {
  const node = resolveAlias(key);
  return node?.kind === 'scalar' && node.isPlain && node.text === '<<';
}

/**
 * Returns the entries that a merge key adds, in order of precedence: of several maps, the first one wins. A
 * source that is not a map is an error.
 */
export function mergeSources(value: YamlNode): YamlValue[] {
  const merged = resolveAlias(value);
  if (merged?.kind !== 'list' || value.kind === 'alias') return merged ? [merged] : [];
  return merged.items.toReversed().flatMap((item) => resolveAlias(item) ?? []);
}
