import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { z } from 'zod/mini';
import { parseJson } from '../../shared/parse-json.ts';
import type { FailureTexts, ReportedTest, TestReport } from './test-report.ts';

/** Texts of a failed test as they are stored. */
export interface PackedTexts extends Pick<FailureTexts, 'type' | 'message'> {
  /** zstd of JSON: details and output. */
  texts: Uint8Array;
}

export interface PackedTest extends Omit<ReportedTest, 'texts'> {
  failure?: PackedTexts;
}

export interface PackedReport {
  tests: PackedTest[];
  problem: string;
}

export function packReport({ tests, problem }: TestReport): PackedReport {
  return {
    tests: tests.map(({ texts, ...test }) => (texts ? { ...test, failure: pack(texts) } : test)),
    problem,
  };
}

function pack({ type, message, details, output }: FailureTexts): PackedTexts {
  return { type, message, texts: zstdCompressSync(JSON.stringify({ details, output })) };
}

const storedTexts = z.object({ details: z.string(), output: z.string() });

/** Texts that cannot be read are empty: the test and its other runs are still shown. */
export function unpackTexts(texts: Uint8Array): Pick<FailureTexts, 'details' | 'output'> {
  const json = zstdDecompressSync(texts).toString();
  return parseJson(storedTexts, json) ?? { details: '', output: '' };
}
