import { zstdDecompressSync } from 'node:zlib';
import { parseJson } from '@millrace/node-kit/parse-json';
import { z } from 'zod/mini';
import type { FailureTexts } from './test-report.ts';

const storedTexts = z.object({ details: z.string(), output: z.string() });

/** Texts that cannot be read are empty: the test and its other runs are still shown. */
export function unpackTexts(texts: Uint8Array): Pick<FailureTexts, 'details' | 'output'> {
  const json = zstdDecompressSync(texts).toString();
  return parseJson(storedTexts, json) ?? { details: '', output: '' };
}
