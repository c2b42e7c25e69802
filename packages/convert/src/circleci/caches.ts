import { plainKey } from '../cache-key.ts';
import { isCachePath } from '../cache-path.ts';
import type { OutputText } from '../model.ts';
import type { SourceNode } from '../source/source-node.ts';
import { escapeText } from '../write/escape-text.ts';
import { fillText } from './parameters.ts';
import type { CircleScope } from './scope.ts';
import type { StepReader } from './step-reader.ts';

/** Expressions of a key with our text of equal meaning. `{{ checksum "file" }}` is the same. */
const keyExpressions: readonly (readonly [RegExp, string])[] = [
  [/\{\{\s*\.Branch\s*\}\}/g, '${DRONE_BRANCH}'],
  [/\{\{\s*\.Revision\s*\}\}/g, '${DRONE_COMMIT_SHA}'],
  [/\{\{\s*\.BuildNum\s*\}\}/g, '${DRONE_BUILD_NUMBER}'],
  [/\{\{\s*epoch\s*\}\}/g, '${DRONE_BUILD_NUMBER}'],
  [/\{\{\s*arch\s*\}\}/g, 'amd64'],
];

function readKey(node: SourceNode, scope: CircleScope): OutputText {
  const filled = keyExpressions.reduce(
    (text, [pattern, own]) => text.replaceAll(pattern, own),
    fillText(node, scope),
  );
  return plainKey(filled, scope.stage, node, scope.conversion);
}

/** Returns the `save_cache` steps of a file by their key. Aliases let nodes occur more than once. */
export function findSavedCaches(root: SourceNode): Map<string, SourceNode> {
  const saves = new Map<string, SourceNode>();
  const seen = new Set<SourceNode>();
  const nodes = [root];
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    const save = node.get('save_cache');
    const key = save?.get('key')?.value;
    if (save && key !== undefined) saves.set(key, save);
    nodes.push(...node.items, ...node.entries.values());
  }
  return saves;
}

/** Remembers the keys; the cache is that of the `save_cache` after it. */
export function readRestore(value: SourceNode, scope: CircleScope, reader: StepReader): boolean {
  addRestoredCache(scope, reader);
  const nodes = [value.get('key'), ...(value.get('keys')?.items ?? [])].filter(
    (node) => node !== undefined,
  );
  reader.restored = nodes.map((node) => ({ source: node.value, key: readKey(node, scope) }));
  value.text('name');
  return nodes.length > 0;
}

export function readSave(value: SourceNode, scope: CircleScope, reader: StepReader): boolean {
  const { stage, conversion } = scope;
  const key = value.get('key');
  const all = readPaths(value, scope);
  const paths = all.filter(({ path }) => path !== '.');
  const inside = paths.filter(({ isCached }) => isCached);
  if (all.length > paths.length) {
    conversion.remark(
      stage,
      value,
      'Each pipeline clones the sources, instead of a cache of them.',
    );
    for (const { node, path } of all) if (path === '.') node.mark();
    if (paths.length === 0) {
      key?.mark();
      return true;
    }
  }
  if (!key || inside.length === 0 || stage.caches.length >= maxCaches) return false;
  for (const { node } of inside) node.readText();
  for (const { node, isCached } of paths) {
    if (!isCached) {
      conversion.skip(
        stage,
        node,
        `the cached path ${node.summarize()}, because it is neither in the clone folder nor a folder such as ~/.npm`,
      );
    }
  }
  value.text('name');
  addCache(readKey(key, scope), inside, scope, reader);
  conversion.skipUnread(stage, value, 'save_cache');
  return true;
}

/** Adds the cache that a job has restored, with the paths of the step that saves it, which may be in another job. */
export function addRestoredCache(scope: CircleScope, reader: StepReader): void {
  for (const { source, key } of reader.restored) {
    const save = scope.savedCaches.get(source);
    if (!save || scope.stage.caches.length >= maxCaches) continue;
    const inside = readPaths(save, scope).filter(({ isCached }) => isCached);
    if (inside.length > 0) addCache(key, inside, scope, reader);
    return;
  }
}

const maxCaches = 10;

interface CachedPath {
  node: SourceNode;
  path: string;
  isCached: boolean;
}

function readPaths(save: SourceNode, { stage }: CircleScope): CachedPath[] {
  return (save.get('paths')?.items ?? []).map((node) => {
    const path = node.value.replace(/^\.\//, '').replace(/^~\/project\//, '');
    const isCached = path !== '.' && isCachePath(path, stage) && !/[*?<$]/.test(path);
    return { node, path, isCached };
  });
}

function addCache(
  key: OutputText,
  paths: readonly CachedPath[],
  { stage }: CircleScope,
  reader: StepReader,
): void {
  if (stage.caches.some((cache) => cache.key === key)) return;
  stage.caches.push({
    key,
    restoreKeys: reader.restored
      .map((restored) => restored.key)
      .filter((restored) => restored !== key && !restored.includes('{{ checksum')),
    paths: paths.map(({ path }) => escapeText(path)),
  });
  reader.restored = [];
}
