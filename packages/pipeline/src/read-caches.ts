import { cacheLimits } from './cache-limits.ts';
import { quoteText } from './hints/show-value.ts';
import type { CacheDeclaration } from './pipeline.ts';
import { cacheKeyPattern, cachePathPattern, cacheShape } from './shape/cache-shape.ts';
import { keysOf } from './shape/json-schema.ts';
import type { Field, YamlReader } from './yaml/yaml-reader.ts';

const keyHint = '{{ checksum "file" }} is the only function';
const pathHint = 'must be a path inside the workspace';

/** Reads the caches of a step or a pipeline: one, or a list. */
export function readCaches(reader: YamlReader, field: Field | undefined): CacheDeclaration[] {
  const items = field && reader.isMap(field) ? [field] : reader.list(field);
  checkCount(reader, field, items, cacheLimits.caches);
  return items.map((item) => readCache(reader, item));
}

function readCache(reader: YamlReader, field: Field): CacheDeclaration {
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
  const paths = read('paths', cachePathPattern, pathHint, cacheLimits.paths);
  warnWrongPaths(reader, pathsField);
  const restoreKeys = read('restore_keys', cacheKeyPattern, keyHint, cacheLimits.restoreKeys);
  return { key, restoreKeys, paths: simplify(paths) };
}

/** Warns about paths that are taken literally, where people expect a folder of their own or a pattern. */
function warnWrongPaths(reader: YamlReader, field: Field | undefined): void {
  const items = field && reader.isText(field) ? [field] : reader.list(field);
  for (const item of items) {
    const path = reader.text(item) ?? '';
    if (/^(?:~|\$HOME|\$\{HOME\})(?:\/|$)/.test(path)) {
      const message = `${item.path}: ${quoteText(path)} is not the home folder; a cache holds files below the clone folder`;
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
  const short = paths.map((path) =>
    path
      .split('/')
      .filter((name) => name !== '' && name !== '.')
      .join('/'),
  );
  const unique = [...new Set(short)].sort();
  return unique.filter((path) => !unique.some((other) => path.startsWith(`${other}/`)));
}
