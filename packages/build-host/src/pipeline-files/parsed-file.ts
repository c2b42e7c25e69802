import { type PipelineFile, parsePipelineFile } from '@millrace/pipeline';
import { LRUCache } from 'lru-cache';

/** Total length of the texts whose parsed files are cached. Each takes several times the memory of its text. */
const maxCachedCharacters = 300_000;

const cache = new LRUCache<string, PipelineFile>({
  maxSize: maxCachedCharacters,
  sizeCalculation: (_, text) => Math.max(1, text.length),
});

/**
 * Parses a pipeline file, unless this thread did so a short while ago: the start of a build asks several questions
 * about one file, and each of its stages some more. Callers must not change the result.
 */
export function parsedFile(text: string): PipelineFile {
  const known = cache.get(text);
  if (known) return known;
  const file = parsePipelineFile(text);
  cache.set(text, file);
  return file;
}
