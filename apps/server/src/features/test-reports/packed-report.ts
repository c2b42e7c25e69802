import { zstdCompressSync } from 'node:zlib';
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
