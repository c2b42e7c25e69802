import { zstdCompressSync } from 'node:zlib';
import type { FailureTexts, ReportedTest, TestReport } from './test-report.ts';

/** Stored texts of a failed test. */
export interface PackedTexts extends Pick<FailureTexts, 'type' | 'message'> {
  /** Details and output as JSON, compressed with zstd. */
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
