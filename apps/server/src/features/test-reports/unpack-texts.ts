import { zstdDecompressSync } from 'node:zlib';
import { z } from 'zod/mini';
import { parseJson } from '../../shared/parse-json.ts';
import type { FailureTexts } from './test-report.ts';

const storedTexts = z.object({ details: z.string(), output: z.string() });

/** Texts that cannot be read are empty: the test and its other runs are still shown. */
export function unpackTexts(texts: Uint8Array): Pick<FailureTexts, 'details' | 'output'> {
  const json = zstdDecompressSync(texts).toString();
  return parseJson(storedTexts, json) ?? { details: '', output: '' };
}
