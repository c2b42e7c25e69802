import { isMergeKey, mergeSources, wrongMerge } from './merge-key.ts';
import { secretKey, secretNameOf } from './secret-name.ts';
import { keyText, plainValue, resolveAlias, type YamlMap, type YamlNode } from './yaml-node.ts';

export type Data = null | boolean | number | string | Data[] | { [key: string]: Data };

/** Limits the expansion of aliases, which can turn a small file into an enormous value. */
const maxNodes = 20_000;
const maxDepth = 50;

export class DataError extends Error {
  readonly node: YamlNode | undefined;

  constructor(message: string, node: YamlNode | undefined) {
    super(message);
    this.node = node;
  }
}

/**
 * Returns the plain value of a node. Numbers with another canonical form (`1.40`, `010`), dates, keys (`on`, `y`)
 * and names of secrets keep their text.
 * @param fill transforms every text
 * @param onWrongSecret called for a value of `from_secret` that is no name
 */
export function toData(
  root: YamlNode | undefined,
  fill: (text: string) => string,
  onWrongSecret?: (value: YamlNode) => never,
): Data {
  let nodes = 0;
  const spendNode = (depth: number) => {
    nodes++;
    if (nodes > maxNodes || depth > maxDepth) throw new DataError('the data is too large', root);
  };
  const convert = (unresolved: YamlNode | undefined, depth: number): Data => {
    spendNode(depth);
    const node = resolveAlias(unresolved);
    if (node === undefined) return null;
    if (node.kind === 'list') return node.items.map((item) => convert(item, depth + 1));
    if (node.kind === 'map') return Object.fromEntries(collect(node, new Map(), depth));
    const text = fill(node.text);
    return node.isPlain ? plainValue(text) : text;
  };
  const convertEntry = (key: string, value: YamlNode, depth: number): Data => {
    if (key !== secretKey) return convert(value, depth);
    const name = secretNameOf(value);
    if (name === undefined) onWrongSecret?.(value);
    return name === undefined ? convert(value, depth) : fill(name);
  };
  /**
   * Adds the entries of a map. As on existing servers, a merge applies at its position: later keys override
   * it.
   */
  const collect = (map: YamlMap, into: Map<string, Data>, depth: number): Map<string, Data> => {
    for (const { key, value } of map.pairs) {
      if (!isMergeKey(key)) {
        const name = fill(keyText(key));
        into.set(name, convertEntry(name, value, depth + 1));
        continue;
      }
      for (const source of mergeSources(value)) {
        if (source.kind !== 'map') throw new DataError(wrongMerge, source);
        spendNode(depth);
        collect(source, into, depth + 1);
      }
    }
    return into;
  };
  return convert(root, 0);
}
