import { Budget } from './limits.ts';
import { parseYaml } from './yaml/parse-yaml.ts';
import { keyText, type YamlMap, type YamlNode } from './yaml/yaml-node.ts';

const key = 'image_pull_secrets';

/**
 * Adds the name of a secret to `image_pull_secrets` of all pipelines in a file. The rest of the text stays as it is,
 * because runners read more of it than this server. A list behind an alias is not changed.
 */
export function addPullSecret(text: string, secret: string): string {
  const insertions = parseYaml(text, new Budget()).flatMap(({ root }) =>
    root?.kind === 'map' && isPipeline(root) ? insertionFor(text, root, secret) : [],
  );
  return insertions.reduceRight(
    (changed, { at, added }) => changed.slice(0, at) + added + changed.slice(at),
    text,
  );
}

interface Insertion {
  at: number;
  added: string;
}

function isPipeline({ pairs }: YamlMap): boolean {
  const kind = pairs.find((pair) => keyText(pair.key) === 'kind')?.value;
  return kind?.kind === 'scalar' && kind.text === 'pipeline';
}

function insertionFor(text: string, root: YamlMap, secret: string): Insertion[] {
  const [first] = root.pairs;
  const existing = root.pairs.findLast((pair) => keyText(pair.key) === key);
  if (existing) return insertionIn(text, existing.value, secret);
  if (!first) return [];
  const at = first.key.start;
  const isFlow = text[root.start] === '{';
  return [
    { at, added: `${key}: [${secret}]${isFlow ? ', ' : `\n${' '.repeat(columnOf(text, at))}`}` },
  ];
}

function insertionIn(text: string, list: YamlNode, secret: string): Insertion[] {
  if (list.kind !== 'list') return [];
  const { start } = list;
  if (text[start] === '[') {
    return [{ at: start + 1, added: list.items.length > 0 ? `${secret}, ` : secret }];
  }
  return [{ at: start, added: `- ${secret}\n${' '.repeat(columnOf(text, start))}` }];
}

function columnOf(text: string, at: number): number {
  return at - (text.lastIndexOf('\n', at - 1) + 1);
}
