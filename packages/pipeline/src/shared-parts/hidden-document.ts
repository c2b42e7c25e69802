import type { YamlDocument } from '../yaml/parse-yaml.ts';
import { keyText, resolveAlias } from '../yaml/yaml-node.ts';

/** Returns whether a document has only keys that are free for use: it holds parts that later documents share. */
export function isHiddenDocument({ root }: Pick<YamlDocument, 'root'>): boolean {
  const node = resolveAlias(root);
  if (node?.kind !== 'map' || node.pairs.length === 0) return false;
  return node.pairs.every(({ key }) => isFreeKey(keyText(key)));
}

/** Returns whether a key is free for use, for example for anchors. */
export function isFreeKey(key: string): boolean {
  return key.startsWith('.') || key.startsWith('x-');
}
