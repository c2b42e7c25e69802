import { isMap, isScalar, isSeq, type Node } from 'yaml';

export type Data = null | boolean | number | string | Data[] | { [key: string]: Data };

/** Aliases can make a small file huge. */
const maxNodes = 20_000;
const maxDepth = 50;

export class DataError extends Error {}

/**
 * The plain value of a node. Numbers that would be written otherwise (`1.40`, `010`) and dates stay
 * the text that they are in the file, and so do keys (`on`, `y`).
 *
 * @param resolve what an alias stands for; any other node itself
 * @param substitute changes every text
 */
export function toData(
  root: Node | null | undefined,
  resolve: (node: Node | null | undefined) => Node | null | undefined,
  substitute: (text: string) => string,
): Data {
  let nodes = 0;
  const convert = (unresolved: Node | null | undefined, depth: number): Data => {
    nodes++;
    if (nodes > maxNodes || depth > maxDepth) throw new DataError('the data is too large');
    const node = resolve(unresolved);
    if (isSeq(node)) return node.items.map((item) => convert(item as Node | null, depth + 1));
    if (isMap(node)) {
      const entries = node.items.map((pair): [string, Data] => [
        keyText(pair.key),
        convert(pair.value as Node | null, depth + 1),
      ]);
      const merged = entries.filter(([key]) => key === '<<').flatMap(([, value]) => value);
      const own = entries.filter(([key]) => key !== '<<');
      return Object.assign({}, ...merged.toReversed(), Object.fromEntries(own));
    }
    const value = isScalar(node) ? scalar(node.value, node.source) : null;
    return typeof value === 'string' ? substitute(value) : value;
  };
  return convert(root, 0);
}

export function keyText(key: unknown): string {
  if (!isScalar(key)) return String(key);
  return typeof key.value === 'string' ? key.value : (key.source ?? String(key.value));
}

function scalar(value: unknown, source: string | undefined): Data {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number' && (source === undefined || String(value) === source)) return value;
  return source ?? String(value);
}
