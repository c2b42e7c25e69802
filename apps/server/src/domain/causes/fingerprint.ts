import { hashText } from '../../shared/hash-text.ts';
import { truncateText } from '../../shared/truncate-text.ts';
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

/** Maximum length of a title, in characters. */
const maxTitle = 300;

/**
 * Returns the fingerprint of a failed step: its name and exit code, with the kinds of its error lines. If tests have
 * failed, their messages count instead of the lines, because a report has no stack and no order.
 */
export function fingerprintOf(step: FailedStep): Fingerprint {
  return [...factsOf(step).keys()].sort((a, b) => a - b).slice(0, maxFacts);
}

/**
 * Returns the text of a failure that distinguishes its cause best.
 *
 * @param causesOfFact number of known causes that have each fact
 */
export function titleOf(step: FailedStep, causesOfFact: ReadonlyMap<number, number>): string {
  const facts = [...factsOf(step)].map(([fact, text]) => ({
    text,
    causes: causesOfFact.get(fact) ?? 0,
  }));
  const [best] = facts.toSorted((one, other) => one.causes - other.causes);
  return best ? truncateText(best.text.trim(), maxTitle) : '';
}

/** Returns the hashes of a failure's facts with their texts, the first ones first. */
function factsOf({ name, exitCode, errors, tests }: FailedStep): Map<number, string> {
  const facts =
    tests.length > 0
      ? tests.map((test) => ({ fact: factOfTest(test), text: textOfTest(test) }))
      : errors.map((text) => ({ fact: toErrorKind(text), text }));
  const texts = new Map<number, string>();
  for (const { fact, text } of facts) {
    const hash = hashText(`${name}\n${exitCode}\n${fact}`);
    if (!texts.has(hash)) texts.set(hash, text);
  }
  return texts;
}

const firstLine = (text: string) => text.split('\n', 1)[0] ?? '';

function textOfTest({ name, message }: FailedTest): string {
  return message === '' ? name : `${name}: ${firstLine(message)}`;
}

function factOfTest({ name, message }: FailedTest): string {
  const kind = toErrorKind(firstLine(message));
  return assertion.test(kind) ? `${name}: ${kind}` : kind;
}
