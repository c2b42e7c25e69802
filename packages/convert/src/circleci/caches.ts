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

/** Remembers the keys; the cache is that of the `save_cache` after it. */
export function readRestore(value: SourceNode, scope: CircleScope, reader: StepReader): boolean {
  const nodes = [value.get('key'), ...(value.get('keys')?.items ?? [])].filter(
    (node) => node !== undefined,
  );
  reader.restored = nodes.map((node) => readKey(node, scope));
  value.text('name');
  return nodes.length > 0;
}

export function readSave(value: SourceNode, scope: CircleScope, reader: StepReader): boolean {
  const { stage, conversion } = scope;
  const key = value.get('key');
  const paths = (value.get('paths')?.items ?? []).map((node) => ({
    node,
    path: node.value.replace(/^\.\//, '').replace(/^~\/project\//, ''),
  }));
  const inside = paths.filter(({ path }) => isCachePath(path, stage) && !/[*?<$]/.test(path));
  if (!key || inside.length === 0 || stage.caches.length >= 10) return false;
  for (const { node } of inside) node.readText();
  for (const { node } of paths) {
    if (!inside.some((other) => other.node === node)) {
      conversion.skip(
        stage,
        node,
        `the cached path ${node.summarize()}, because it is neither in the clone folder nor a folder such as ~/.npm`,
      );
    }
  }
  value.text('name');
  const own = readKey(key, scope);
  stage.caches.push({
    key: own,
    restoreKeys: reader.restored.filter(
      (restored) => restored !== own && !restored.includes('{{ checksum'),
    ),
    paths: inside.map(({ path }) => escapeText(path)),
  });
  reader.restored = [];
  conversion.skipUnread(stage, value, 'save_cache');
  return true;
}
