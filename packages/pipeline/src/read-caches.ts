import { findFolderProblem, isOutsideFolder } from './cache-folders.ts';
import { cacheLimits } from './cache-limits.ts';
import { quoteText } from './hints/show-value.ts';
import type { CacheDeclaration } from './pipeline.ts';
import type { PipelineContext } from './pipeline-context.ts';
import {
  cacheKeyPattern,
  cachePathPattern,
  cacheShape,
  insideCachePattern,
} from './shape/cache-shape.ts';
import { keysOf } from './shape/json-schema.ts';
import type { Field, YamlReader } from './yaml/yaml-reader.ts';

const keyHint = 'its functions are {{ checksum "file" }} and {{ env "NAME" }}';
/** Paths of a machine, where steps have no home folder of their own. */
const machinePaths = {
  pattern: insideCachePattern,
  hint: 'must be a path inside the workspace; other folders are cached only in containers, with type: docker',
};
const containerPaths = {
  pattern: cachePathPattern,
  hint: 'must be a path inside the workspace, an absolute path or one that begins with ~/',
};

/** Reads the caches of a step or a pipeline: one, or a list. */
export function readCaches(
  { reader, type }: Pick<PipelineContext, 'reader' | 'type'>,
  field: Field | undefined,
): CacheDeclaration[] {
  const items = field && reader.isMap(field) ? [field] : reader.list(field);
  checkCount(reader, field, items, cacheLimits.caches);
  return items.map((item) => readCache(reader, item, type !== 'exec'));
}

function readCache(reader: YamlReader, field: Field, hasContainers: boolean): CacheDeclaration {
  const fields = reader.map(field);
  reader.warnUnknown(fields, keysOf(cacheShape), 'cache');
  const read = (name: string, pattern: RegExp, hint: string, max: number) =>
    readTexts(reader, fields.get(name), { pattern, hint, max });
  const keyField = fields.get('key');
  const key = reader.text(keyField) ?? '';
  if (!keyField || !cacheKeyPattern.test(key)) {
    reader.report(
      'error',
      keyField ?? field,
      `${field.path}.key is missing or invalid; ${keyHint}`,
    );
  }
  const pathsField = fields.get('paths');
  if (!reader.isText(pathsField) && reader.list(pathsField).length === 0) {
    reader.report('error', pathsField ?? field, `${field.path}.paths is missing`);
  }
  const { pattern, hint } = hasContainers ? containerPaths : machinePaths;
  const paths = read('paths', pattern, hint, cacheLimits.paths);
  checkPaths(reader, pathsField, hasContainers);
  const restoreKeys = read('restore_keys', cacheKeyPattern, keyHint, cacheLimits.restoreKeys);
  return { key, restoreKeys, paths: simplify(paths) };
}

/** Reports folders of the system, and paths that are taken literally, where people expect a home folder or a pattern. */
function checkPaths(reader: YamlReader, field: Field | undefined, hasContainers: boolean): void {
  const items = field && reader.isText(field) ? [field] : reader.list(field);
  for (const item of items) {
    const path = reader.text(item) ?? '';
    const isOutside = hasContainers && (path === '~' || isOutsideFolder(path));
    const problem = isOutside ? findFolderProblem(shorten(path)) : undefined;
    if (problem) reader.report('error', item, `${item.path}: ${quoteText(path)} ${problem}`);
    else if (!isOutside && /^(?:~|\$HOME|\$\{HOME\})(?:\/|$)/.test(path)) {
      const hint = hasContainers
        ? 'write a path that begins with ~/'
        : 'a cache holds files below the clone folder';
      const message = `${item.path}: ${quoteText(path)} is not the home folder; ${hint}`;
      reader.report('warning', item, message);
    } else if (/[*?[]/.test(path)) {
      const message = `${item.path}: ${quoteText(path)} is not a pattern here; write the name of a file or folder`;
      reader.report('warning', item, message);
    }
  }
}

/** Reads a text or a list of texts, which must match a pattern. */
function readTexts(
  reader: YamlReader,
  field: Field | undefined,
  { pattern, hint, max }: { pattern: RegExp; hint: string; max: number },
): string[] {
  const items = field && reader.isText(field) ? [field] : reader.list(field);
  checkCount(reader, field, items, max);
  return items.flatMap((item) => {
    const text = reader.text(item) ?? '';
    if (pattern.test(text)) return text;
    reader.report('error', item, `${item.path} is invalid: ${hint}`);
    return [];
  });
}

function checkCount(
  reader: YamlReader,
  field: Field | undefined,
  items: readonly Field[],
  max: number,
): void {
  if (field && items.length > max) {
    reader.report('error', field, `${field.path} has more than ${max} entries`);
  }
}

/** Sorts paths in their shortest form, and removes those below others. */
function simplify(paths: readonly string[]): string[] {
  const unique = [...new Set(paths.map(shorten))].sort();
  return unique.filter((path) => !unique.some((other) => path.startsWith(`${other}/`)));
}

function shorten(path: string): string {
  const names = path.split('/').filter((name) => name !== '' && name !== '.');
  return `${path.startsWith('/') ? '/' : ''}${names.join('/')}`;
}
