import { Budget } from '../limits.ts';
import { parseYaml, type YamlDocument } from '../yaml/parse-yaml.ts';
import { keyText, resolveAlias, type YamlNode } from '../yaml/yaml-node.ts';

/** Returns whether a text has parts that other parsers do not know. Throws if it is not YAML. */
export function hasSharedParts(text: string): boolean {
  return parseYaml(text, new Budget()).some(sharesParts);
}

/** Returns whether a document has defaults of steps, lists in lists, or aliases of parts of earlier documents. */
export function sharesParts({ root, usesEarlier }: YamlDocument): boolean {
  if (usesEarlier) return true;
  const kind = resolveAlias(findValue(root, 'kind'));
  if (kind?.kind !== 'scalar' || kind.text !== 'pipeline') return false;
  if (findValue(root, 'defaults')) return true;
  const lists = ['services', 'steps'].map((key) => itemsOf(findValue(root, key)));
  return lists.some((items) => hasList(items) || items.some(hasListOfCommands));
}

function hasListOfCommands(step: YamlNode): boolean {
  return hasList(itemsOf(findValue(step, 'commands')));
}

function hasList(items: readonly YamlNode[]): boolean {
  return items.some((item) => resolveAlias(item)?.kind === 'list');
}

function itemsOf(node: YamlNode | undefined): readonly YamlNode[] {
  const list = resolveAlias(node);
  return list?.kind === 'list' ? list.items : [];
}

function findValue(node: YamlNode | undefined, key: string): YamlNode | undefined {
  const map = resolveAlias(node);
  return map?.kind === 'map'
    ? map.pairs.find((pair) => keyText(pair.key) === key)?.value
    : undefined;
}
