import { hashText } from '../../shared/hash-text.ts';
import { toErrorKind } from './error-kind.ts';

/** A failed test with the first line of its message. */
export interface FailedTest {
  name: string;
  message: string;
}

export interface FailedStep {
  name: string;
  exitCode: number;
  /** Error lines of its output. */
  errors: readonly string[];
  tests: readonly FailedTest[];
}

/** Facts of a failure, as hashes of 53 bits, in ascending order. */
export type Fingerprint = readonly number[];

/** Maximum number of facts. Of more, the smallest hashes are used, so that their order has no influence. */
export const maxFacts = 32;

/** An assertion says little without the name of its test. */
const assertion =
  /^(?:[\w.]*assert\w*(?:error)?:?\s*)?(?:expected|expect\(|assert|got\b|want\b|$)/i;

/**
 * Returns the fingerprint of a failed step: its name and exit code, with the kinds of its error lines. If tests have
 * failed, their messages count instead of the lines, because a report has no stack and no order.
 */
export function fingerprintOf({ name, exitCode, errors, tests }: FailedStep): Fingerprint {
  const facts = tests.length > 0 ? tests.map(factOfTest) : errors.map(toErrorKind);
  const hashes = facts.map((fact) => hashText(`${name}\n${exitCode}\n${fact}`));
  return [...new Set(hashes)].sort((a, b) => a - b).slice(0, maxFacts);
}

function factOfTest({ name, message }: FailedTest): string {
  const kind = toErrorKind(message.split('\n', 1)[0] ?? '');
  return assertion.test(kind) ? `${name}: ${kind}` : kind;
}
