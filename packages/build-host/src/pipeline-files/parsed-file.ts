import { type PipelineFile, parsePipelineFile } from '@millrace/pipeline';
import { LRUCache } from 'lru-cache';

/** Total length of the texts whose parsed files are kept. Each takes several times the memory of its text. */
const maxKeptCharacters = 300_000;

const kept = new LRUCache<string, PipelineFile>({
  maxSize: maxKeptCharacters,
  sizeCalculation: (_, text) => Math.max(1, text.length),
});

/**
 * Parses a pipeline file, unless this thread did so a short while ago: the start of a build asks several questions
 * about one file, and each of its stages some more. Callers must not change the result.
 */
export function parsedFile(text: string): PipelineFile {
  const known = kept.get(text);
  if (known) return known;
  const file = parsePipelineFile(text);
  kept.set(text, file);
  return file;
}
