import { keyText, resolveAlias, type YamlNode } from '../yaml/yaml-node.ts';

/** Longer values do not fit into a message. */
const maxLength = 60;
/** A list or map with more entries does not fit either. */
const maxEntries = 20;
/** Text that is itself as plain text of a flow collection. */
const plain = /^(?!(?:true|false|yes|no|on|off|null|y|n)$)[\w./+-][\w./+:*@=-]*(?: [\w./+=-]+)*$/i;

/** Returns a value as one line of YAML; undefined if that is too long for a message. */
export function showValue(node: YamlNode | undefined): string | undefined {
  const shown = show(node, 0);
  return shown !== undefined && shown.length <= maxLength ? shown : undefined;
}

/** Returns a text in quotes, shortened for a message. */
export function quoteText(text: string): string {
  return `"${text.length > maxLength ? `${text.slice(0, maxLength)}…` : text}"`;
}

/** Returns a text as a value of one line. */
export function showText(text: string): string {
  return plain.test(text) && !text.endsWith(':') ? text : inQuotes(text);
}

/** Returns a text in single quotes, as YAML writes it. */
export function inQuotes(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function show(unresolved: YamlNode | undefined, depth: number): string | undefined {
  const node = resolveAlias(unresolved);
  if (!node || depth > 3) return undefined;
  if (node.kind === 'scalar') {
    if (node.text.includes('\n') || node.text.length > maxLength) return undefined;
    return node.isPlain ? node.text : showText(node.text);
  }
  if ((node.kind === 'list' ? node.items : node.pairs).length > maxEntries) return undefined;
  const parts =
    node.kind === 'list'
      ? node.items.map((item) => show(item, depth + 1))
      : node.pairs.map(({ key, value }) => {
          const shown = show(value, depth + 1);
          return shown === undefined ? undefined : `${keyText(key)}: ${shown}`;
        });
  if (parts.includes(undefined)) return undefined;
  return node.kind === 'list' ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
}
