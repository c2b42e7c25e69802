import { createHash } from 'node:crypto';
import { filesOfCacheKey, fillCacheKey, matchGlob } from '@millrace/pipeline';
import type { FindFiles } from '../../../engines/engine.ts';
import { FileSearch } from '../../../engines/file-search.ts';

export interface EvaluatedKey {
  key: string;
  /** Files of checksums that do not exist or cannot be read. */
  missingFiles: string[];
}

/** Finds the files of these keys and computes their checksums. */
export async function readChecksums(
  keys: readonly string[],
  find: FindFiles,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const checksums = new Map<string, string>();
  const names = [...new Set(keys.flatMap(filesOfCacheKey))].map(normalize);
  if (names.length === 0) return checksums;
  const wanted = new Set(names);
  const patterns = names.filter(isPattern);
  const matching = new Map(patterns.map((pattern): [string, string[]] => [pattern, []]));
  const search = new FileSearch(
    names.map((name) => (isPattern(name) ? name : escapePattern(name))),
    undefined,
    signal,
  );
  for await (const found of find(search)) {
    signal.throwIfAborted();
    const { path } = found;
    const matched = patterns.filter((pattern) => matchGlob(pattern, path));
    // A folder has no checksum.
    if (!('file' in found) || !(wanted.has(path) || matched.length > 0)) continue;
    const hash = createHash('sha256');
    for await (const chunk of found.file.read()) hash.update(chunk);
    const checksum = hash.digest('hex');
    checksums.set(path, checksum);
    for (const pattern of matched) matching.get(pattern)?.push(`${path}\0${checksum}`);
  }
  for (const [pattern, files] of matching) {
    if (files.length > 0) checksums.set(pattern, hashOf(files.sort().join('\n')));
  }
  return checksums;
}

/**
 * Inserts checksums and variables into a key. The checksum of one file is the SHA-256 of its content, that of several files the
 * SHA-256 of theirs, and that of a pattern the SHA-256 of the paths and the checksums of the files that match.
 */
export function evaluateKey(
  template: string,
  checksums: ReadonlyMap<string, string>,
  variableOf: (name: string) => string,
): EvaluatedKey {
  const missingFiles: string[] = [];
  const key = fillCacheKey(
    template,
    (paths) => {
      const digests = paths.map((path) => checksums.get(normalize(path)));
      missingFiles.push(...paths.filter((_, at) => digests[at] === undefined));
      const [first = ''] = digests;
      if (digests.length === 1) return first;
      return hashOf(digests.join('\n'));
    },
    variableOf,
  );
  return { key, missingFiles };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Other signs of patterns are in names of files. */
function isPattern(name: string): boolean {
  return name.includes('*');
}

/** Returns a pattern that matches only this path. */
function escapePattern(path: string): string {
  return path.replace(/[\\*?[\]{}]/g, '\\$&');
}

function normalize(path: string): string {
  return path
    .split('/')
    .filter((name) => name !== '' && name !== '.')
    .join('/');
}
