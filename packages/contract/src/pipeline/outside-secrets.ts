import { convertLegacyFile } from './legacy/convert-legacy.ts';
import { Budget } from './limits.ts';
import type { Problem } from './pipeline.ts';
import { readSecretDocument } from './secret-document.ts';
import { parseYaml } from './yaml/parse-yaml.ts';
import { TextPositions } from './yaml/text-positions.ts';
import { keyText, resolveAlias, type YamlNode } from './yaml/yaml-node.ts';
import { YamlReader } from './yaml/yaml-reader.ts';

/** A `kind: secret` document whose value is stored outside of the server. */
export interface OutsideSecret extends Pick<Problem, 'document' | 'line' | 'column'> {
  /** Name by which steps use it. */
  name: string;
  path: string;
  /** Name of the value at the path; may be empty. */
  key: string;
}

/**
 * Lists the secrets with a path that pipelines of these names use. Pipelines of any type count, also types
 * that only third-party runners know. The list is empty if the file cannot be parsed.
 */
export function findOutsideSecrets(text: string, pipelines: readonly string[]): OutsideSecret[] {
  if (!/\bsecrets?\b/.test(text)) return [];
  try {
    const converted = convertLegacyFile(text);
    if (converted === undefined) return readOutsideSecrets(text, pipelines);
    // Positions in the converted file do not exist in the author's file.
    const top = { document: 1, line: 1, column: 1 };
    return readOutsideSecrets(converted, pipelines).map((secret) => ({ ...secret, ...top }));
  } catch {
    return [];
  }
}

function readOutsideSecrets(text: string, pipelines: readonly string[]): OutsideSecret[] {
  const budget = new Budget();
  const positions = new TextPositions(text);
  const secrets: OutsideSecret[] = [];
  const used = new Set<string>();
  for (const [index, document] of parseYaml(text, budget).entries()) {
    const reader = new YamlReader({ document, positions, budget, number: index + 1 });
    if (!reader.isMap(reader.root)) continue;
    const fields = reader.map(reader.root);
    const kind = reader.text(fields.get('kind'));
    if (kind === 'secret') {
      const secret = readSecretDocument(reader, fields);
      if (!secret?.externalPath) continue;
      const { name, externalPath: path, externalName: key = '' } = secret;
      const place = positions.at(fields.get('get')?.node?.start ?? document.root?.start ?? 0);
      secrets.push({ name, path, key, document: index + 1, ...place });
    } else if (kind === 'pipeline') {
      const name = reader.text(fields.get('name')) || 'default';
      if (pipelines.includes(name)) collectUses(document.root, used, new Set());
    }
  }
  // A name with a variable is known only to the runner.
  const usesAny = [...used].some((name) => name.includes('$'));
  return secrets.filter(({ name }) => usesAny || used.has(name.toLowerCase()));
}

/** Collects the names of secrets that a value uses, in lower case, because steps may write them so. */
function collectUses(
  unresolved: YamlNode | undefined,
  used: Set<string>,
  seen: Set<YamlNode>,
): void {
  const node = resolveAlias(unresolved);
  // A value behind aliases is visited once.
  if (!node || seen.has(node)) return;
  seen.add(node);
  if (node.kind === 'list') {
    for (const item of node.items) collectUses(item, used, seen);
  } else if (node.kind === 'map') {
    for (const { key, value } of node.pairs) {
      const name = keyText(key);
      if (name === 'from_secret' || name === 'image_pull_secrets') addTexts(value, used);
      else collectUses(value, used, seen);
    }
  }
}

function addTexts(unresolved: YamlNode, used: Set<string>): void {
  const node = resolveAlias(unresolved);
  if (node?.kind === 'scalar') used.add(node.text.toLowerCase());
  else if (node?.kind === 'list') for (const item of node.items) addTexts(item, used);
}
