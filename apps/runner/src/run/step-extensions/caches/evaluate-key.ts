import { createHash } from 'node:crypto';
import { filesOfCacheKey, fillCacheKey } from '@millrace/pipeline';
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
  const paths = [...new Set(keys.flatMap(filesOfCacheKey))];
  if (paths.length === 0) return checksums;
  const wanted = new Set(paths.map(normalize));
  const search = new FileSearch(paths.map(escapePattern), undefined, signal);
  for await (const found of find(search)) {
    signal.throwIfAborted();
    // A folder has no checksum.
    if (!('file' in found) || !wanted.has(found.path)) continue;
    const hash = createHash('sha256');
    for await (const chunk of found.file.read()) hash.update(chunk);
    checksums.set(found.path, hash.digest('hex'));
  }
  return checksums;
}

/**
 * Inserts checksums into a key. The checksum of one file is the SHA-256 of its content, that of several files the
 * SHA-256 of theirs.
 */
export function evaluateKey(
  template: string,
  checksums: ReadonlyMap<string, string>,
): EvaluatedKey {
  const missingFiles: string[] = [];
  const key = fillCacheKey(template, (paths) => {
    const digests = paths.map((path) => checksums.get(normalize(path)));
    missingFiles.push(...paths.filter((_, at) => digests[at] === undefined));
    const [first = ''] = digests;
    if (digests.length === 1) return first;
    return createHash('sha256').update(digests.join('\n')).digest('hex');
  });
  return { key, missingFiles };
}

/** Returns a pattern that matches only this path. */
function escapePattern(path: string): string {
  return normalize(path).replace(/[\\*?[\]{}]/g, '\\$&');
}

function normalize(path: string): string {
  return path
    .split('/')
    .filter((name) => name !== '' && name !== '.')
    .join('/');
}
