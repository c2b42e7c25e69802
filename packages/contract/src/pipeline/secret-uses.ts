import { findPipelineDocuments } from './find-documents.ts';
import { keyText, resolveAlias, type YamlNode } from './yaml/yaml-node.ts';
import type { Field, YamlReader } from './yaml/yaml-reader.ts';

/** A reference to a secret, by a step or by the pipeline as a whole. */
export interface SecretUse {
  /** Name of the secret in lower case, because steps may write it so. */
  secret: string;
  /** Name of the step; absent for the pipeline as a whole. */
  step?: string;
  image?: string;
  /** Whether the step runs nothing but its image: it has no commands of its own. */
  isPlugin: boolean;
}

/**
 * Lists the secrets that a pipeline uses. Pipelines of any type count, also types that only third-party runners
 * know. The list is empty if the file cannot be parsed.
 */
export function findSecretUses(text: string, pipeline: string): SecretUse[] {
  try {
    return findPipelineDocuments(text, pipeline).flatMap(usesOfPipeline);
  } catch {
    return [];
  }
}

/** Returns whether a pipeline may use a secret whose name only the runner knows, because it has a variable. */
export function hasUnknownUse(uses: readonly SecretUse[]): boolean {
  return uses.some(({ secret }) => secret.includes('$'));
}

/** Lists the uses of the pipeline that the reader has read. */
export function usesOfPipeline(reader: YamlReader): SecretUse[] {
  return reader
    .pairs(reader.root)
    .flatMap(([key, field]) =>
      key === 'steps' || key === 'services'
        ? reader.list(field).flatMap((step) => usesOfStep(reader, step))
        : usesIn(key, field, { isPlugin: false }),
    );
}

function usesOfStep(reader: YamlReader, step: Field): SecretUse[] {
  if (!reader.isMap(step)) return [];
  const fields = reader.map(step);
  const isPlugin = ['commands', 'command', 'entrypoint'].every((key) => !fields.has(key));
  const name = reader.text(fields.get('name')) ?? '';
  const image = reader.text(fields.get('image')) ?? '';
  return usesIn('', step, { step: name, image, isPlugin });
}

function usesIn(key: string, field: Field, user: Omit<SecretUse, 'secret'>): SecretUse[] {
  const names = new Set<string>();
  collectNames(key, field.node, { names, seen: new Set() });
  return [...names].map((secret) => ({ secret, ...user }));
}

interface Collection {
  names: Set<string>;
  /** A value behind aliases is visited once. */
  seen: Set<YamlNode>;
}

function collectNames(key: string, unresolved: YamlNode | undefined, found: Collection): void {
  const node = resolveAlias(unresolved);
  if (!node) return;
  if (key === 'from_secret' || key === 'image_pull_secrets') {
    addTexts(node, found.names);
    return;
  }
  if (found.seen.has(node)) return;
  found.seen.add(node);
  if (node.kind === 'list') {
    for (const item of node.items) collectNames('', item, found);
  } else if (node.kind === 'map') {
    for (const pair of node.pairs) collectNames(keyText(pair.key), pair.value, found);
  }
}

function addTexts(unresolved: YamlNode, names: Set<string>): void {
  const node = resolveAlias(unresolved);
  if (node?.kind === 'scalar') names.add(node.text.toLowerCase());
  else if (node?.kind === 'list') for (const item of node.items) addTexts(item, names);
}
