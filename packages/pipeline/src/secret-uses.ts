import { isOutsideFolder } from './cache-folders.ts';
import { findPipelineDocuments } from './find-documents.ts';
import { imageRules, programKeys } from './image-programs.ts';
import { secretKey, secretNameOf } from './yaml/secret-name.ts';
import { keyText, resolveAlias, type YamlNode } from './yaml/yaml-node.ts';
import type { Field, YamlReader } from './yaml/yaml-reader.ts';

/** A reference to a secret, by a step or by the pipeline as a whole. */
export interface SecretUse {
  /** Name of the secret in lower case, because steps may write it so. */
  secret: string;
  /** Name of the step; absent for the pipeline as a whole. */
  step?: string;
  image?: string;
  /**
   * Part of the file by which the step may run other programs than its image does, such as `commands`; absent for a
   * plugin.
   */
  ownProgram?: string;
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
export function hasUnknownSecretUse(uses: readonly SecretUse[]): boolean {
  return uses.some(({ secret }) => secret.includes('$'));
}

/** Lists the uses of the pipeline that the reader has read. */
export function usesOfPipeline(reader: YamlReader): SecretUse[] {
  const fields = reader.map(reader.root);
  const ownProgram = programOfPipeline(reader, fields);
  return reader
    .pairs(reader.root)
    .flatMap(([key, field]) =>
      key === 'steps' || key === 'services'
        ? reader.list(field).flatMap((step) => usesOfStep(reader, step, ownProgram))
        : usesIn(key, field, {}),
    );
}

function usesOfStep(reader: YamlReader, step: Field, ofPipeline: string | undefined): SecretUse[] {
  if (!reader.isMap(step)) return [];
  const fields = reader.map(step);
  const name = reader.text(fields.get('name')) ?? '';
  const image = reader.text(fields.get('image')) ?? '';
  const ownProgram = programOfStep(reader, fields) ?? ofPipeline;
  return usesIn('', step, {
    step: name,
    image,
    ...(ownProgram === undefined ? {} : { ownProgram }),
  });
}

function programOfStep(reader: YamlReader, fields: Map<string, Field>): string | undefined {
  const key = programKeys.find((each) => fields.has(each));
  if (key) return key;
  // Only the runner knows what it becomes.
  if ([...fields.keys()].some((each) => each.includes('$'))) return 'a key with a variable';
  if (cachesOutside(reader, fields.get('cache'))) return 'a cache outside of the clone folder';
  const ready = fields.get('ready');
  if (ready && reader.map(ready).has('command')) return 'a command in ready';
  return programVariable(reader, fields);
}

/** True if a step has folders that may cover programs of its image. */
function cachesOutside(reader: YamlReader, field: Field | undefined): boolean {
  const caches = field && reader.isMap(field) ? [field] : reader.list(field);
  return caches.some((cache) => {
    const paths = reader.map(cache).get('paths');
    const items = reader.isText(paths) ? [paths] : reader.list(paths);
    return items.some((item) => isOutsideFolder((item && reader.text(item)) ?? ''));
  });
}

function programOfPipeline(reader: YamlReader, fields: Map<string, Field>): string | undefined {
  const workspace = fields.get('workspace');
  const folders = workspace && reader.isMap(workspace) ? reader.map(workspace) : undefined;
  const base = reader.text(folders?.get('base')) ?? '';
  const path = reader.text(folders?.get('path')) ?? '';
  const folder = base || (path.startsWith('/') ? path : '');
  if (folder && imageRules.coversPrograms(folder)) return `the workspace ${folder}`;
  return programVariable(reader, fields);
}

function programVariable(reader: YamlReader, fields: Map<string, Field>): string | undefined {
  const environment = fields.get('environment');
  const names = environment ? [...reader.map(environment).keys()] : [];
  const name = names.find((each) => each.includes('$') || imageRules.changesPrograms(each));
  return name && `the variable ${name}`;
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
  if (key === secretKey || key === 'image_pull_secrets') {
    const values = key === 'image_pull_secrets' && node.kind === 'list' ? node.items : [node];
    for (const value of values) addName(value, found.names);
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

function addName(value: YamlNode, names: Set<string>): void {
  const name = secretNameOf(value);
  if (name !== undefined) names.add(name.toLowerCase());
}
