import { truncateText } from '@millrace/node-kit/truncate-text';
import { hashText } from '../../shared/hash-text.ts';
import { detailOf, toErrorForm, toErrorKind } from './error-kind.ts';

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

/**
 * Facts of a failure, as hashes of 53 bits, and the forms of its error lines, as negative hashes. In ascending order.
 */
export type Fingerprint = readonly number[];

/** Traits of a fact that decide how it is compared, beside the hash that is stored. */
export interface Traits {
  /** Weight among the facts of the failure. */
  weight: number;
  /** Whether its line names something. */
  isNamed: boolean;
  /** Hash of the form of its line, as in the fingerprint. */
  form: number | undefined;
}

/** An error line or a failed test. */
interface Fact extends Traits {
  text: string;
}

/** Facts of a failure by hash, the first ones first. */
export type Facts = ReadonlyMap<number, Fact>;

/** Maximum number of facts. Of more, the smallest hashes are used, so that their order has no influence. */
export const maxFacts = 32;

/** Weights of error lines by what they say. Lines with little are often summaries, such as `1 failed`. */
const detailWeights = { name: 1, words: 0.25, nothing: 0.05 } as const;

/** An assertion says little without the name of its test. */
const assertion =
  /^(?:[\w.]*assert\w*(?:error)?:?\s*)?(?:expected|expect\(|assert|got\b|want\b|$)/i;

/** Maximum length of a title, in characters. */
const maxTitle = 300;

/** Returns the fingerprint of a failure. */
export function fingerprintOf(facts: Facts): Fingerprint {
  const chosen = [...facts.entries()].sort(([a], [b]) => a - b).slice(0, maxFacts);
  const forms = new Set(chosen.flatMap(([, { form }]) => form ?? []));
  return [...forms, ...chosen.map(([fact]) => fact)].sort((a, b) => a - b);
}

/**
 * Returns the text of a failure that distinguishes its cause best.
 *
 * @param causesOfFact number of known causes that have each fact
 */
export function titleOf(facts: Facts, causesOfFact: ReadonlyMap<number, number>): string {
  const valued = [...facts].map(([fact, { text, weight }]) => ({
    text,
    value: weight / (causesOfFact.get(fact) ?? 1),
  }));
  const [best] = valued.toSorted((one, other) => other.value - one.value);
  return best ? truncateText(best.text.trim(), maxTitle) : '';
}

/**
 * Reads the facts of a failed step: its name and exit code, with the kinds of its error lines. If tests have failed,
 * their messages count instead of the lines, because a report has no stack and no order. Yields after each line.
 */
export function* readFacts({ name, exitCode, errors, tests }: FailedStep): Generator<void, Facts> {
  const hash = (text: string) => hashText(`${name}\n${exitCode}\n${text}`);
  const facts = new Map<number, Fact>();
  for (const test of tests) {
    const fact = { text: textOfTest(test), weight: 1, isNamed: false, form: undefined };
    const key = hash(kindOfTest(test));
    if (!facts.has(key)) facts.set(key, fact);
    yield;
  }
  if (tests.length > 0) return facts;
  const details: number[] = [];
  for (const text of errors) {
    yield;
    const kind = toErrorKind(text);
    const key = hash(kind);
    if (facts.has(key)) continue;
    // A step usually prints an error before what follows from it.
    const form = toErrorForm(kind);
    const detail = detailWeights[detailOf(kind, form)];
    const rank = 1 + details.filter((earlier) => earlier >= detail).length;
    details.push(detail);
    facts.set(key, {
      text,
      weight: detail / rank,
      isNamed: detail === detailWeights.name,
      form: form === undefined ? undefined : -hash(`form\n${form}`),
    });
  }
  return facts;
}

const firstLine = (text: string) => text.split('\n', 1)[0] ?? '';

function textOfTest({ name, message }: FailedTest): string {
  return message === '' ? name : `${name}: ${firstLine(message)}`;
}

function kindOfTest({ name, message }: FailedTest): string {
  const kind = toErrorKind(firstLine(message));
  return assertion.test(kind) ? `${name}: ${kind}` : kind;
}
