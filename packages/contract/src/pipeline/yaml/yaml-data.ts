import { keyText, plainValue, resolveAlias, type YamlNode } from './yaml-node.ts';

export type Data = null | boolean | number | string | Data[] | { [key: string]: Data };

/** Aliases can make a small file huge. */
const maxNodes = 20_000;
const maxDepth = 50;

export class DataError extends Error {}

/**
 * The plain value of a node. Numbers that would be written otherwise (`1.40`, `010`) and dates stay
 * the text that they are in the file, and so do keys (`on`, `y`).
 *
 * @param fill changes every text
 */
export function toData(root: YamlNode | undefined, fill: (text: string) => string): Data {
  let nodes = 0;
  const convert = (unresolved: YamlNode | undefined, depth: number): Data => {
    nodes++;
    if (nodes > maxNodes || depth > maxDepth) throw new DataError('the data is too large');
    const node = resolveAlias(unresolved);
    if (node === undefined) return null;
    if (node.kind === 'list') return node.items.map((item) => convert(item, depth + 1));
    if (node.kind === 'map') {
      const entries = node.pairs.map(({ key, value }): [string, Data] => [
        fill(keyText(key)),
        convert(value, depth + 1),
      ]);
      const merged = entries.filter(([key]) => key === '<<').flatMap(([, value]) => value);
      const own = entries.filter(([key]) => key !== '<<');
      return Object.assign({}, ...merged.toReversed(), Object.fromEntries(own));
    }
    const text = fill(node.text);
    return node.isPlain ? plainValue(text) : text;
  };
  return convert(root, 0);
}
