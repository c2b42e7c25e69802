import type { TestStatus } from '@millrace/contract/vocabulary';
import { type FailureTexts, type ReportedTest, reportLimits } from '../test-report.ts';
import { readMs } from './read-ms.ts';

type FoundTest = Omit<ReportedTest, 'key'>;
type Attributes = Readonly<Record<string, string>>;

/** Status of a test that contains this element. */
const outcomes: Readonly<Record<string, TestStatus>> = {
  failure: 'failed',
  error: 'error',
  skipped: 'skipped',
};
/** Written by Surefire for an earlier failure of a failed test. */
const earlierFailures = ['rerunFailure', 'rerunError'];
/** Written by Surefire for an earlier failure of a test that passed when it ran again. */
const flakes = ['flakyFailure', 'flakyError'];
const outputs = ['system-out', 'system-err'];

interface Suite {
  name: string;
  file: string;
  /** Output of the suite, for its tests without output. */
  output: string;
  /** Failed tests without output. */
  silent: FoundTest[];
}

/** Collects tests from the elements of a report, in the order of the file. */
export class JunitDocument {
  private readonly tests: FoundTest[] = [];
  private readonly path: string[] = [];
  private readonly suites: Suite[] = [];
  private test: FoundTest | undefined;
  private texts = 0;
  private shared = 0;
  private hasRoot = false;

  get isEmpty(): boolean {
    return !this.hasRoot;
  }

  /** Starts an element. Returns a reason if the document is invalid or exceeds a limit. */
  open(element: string, attributes: Attributes): string | undefined {
    this.path.push(element);
    if (this.path.length > reportLimits.depth) return 'the elements are nested too deep';
    if (this.path.length === 1) {
      if (element !== 'testsuites' && element !== 'testsuite') {
        return `<${element.slice(0, reportLimits.name)}> is not <testsuites> or <testsuite>`;
      }
      this.hasRoot = true;
    }
    if (element === 'testsuite') this.openSuite(attributes);
    else if (element === 'testcase') return this.openTest(attributes);
    else if (this.test) this.openOutcome(this.test, element, attributes);
    return undefined;
  }

  closeElement(): void {
    const element = this.path.pop();
    if (element === 'testsuite') this.closeSuite();
    if (element === 'testcase') this.closeTest();
  }

  addText(piece: string): void {
    const element = this.path.at(-1) ?? '';
    if (this.test) {
      if (outputs.includes(element)) this.appendText('output', piece);
      else if (isFailure(element) || element === 'stackTrace') this.appendText('details', piece);
    } else if (outputs.includes(element) && this.path.at(-2) === 'testsuite') {
      const suite = this.suites.at(-1);
      if (suite) suite.output = append(suite.output, piece, reportLimits.output);
    }
  }

  /** Returns the tests. If the file is truncated, closes all open elements first. */
  close(): FoundTest[] {
    while (this.path.length > 0) this.closeElement();
    return this.tests;
  }

  private openSuite({ name = '', file = '' }: Attributes): void {
    this.suites.push({ name: cut(name), file: cut(file), output: '', silent: [] });
  }

  private closeSuite(): void {
    const suite = this.suites.pop();
    if (!suite?.output) return;
    for (const { texts } of suite.silent) {
      this.shared += suite.output.length;
      if (texts && this.shared <= reportLimits.sharedOutput) texts.output = suite.output;
    }
  }

  private openTest(attributes: Attributes): string | undefined {
    if (this.tests.length >= reportLimits.tests) {
      return `the file has more than ${reportLimits.tests.toLocaleString('en')} tests`;
    }
    const name = cut(attributes.name ?? '') || 'unnamed';
    const suite = this.suites.at(-1);
    this.test = {
      suite: suiteOf(name, cut(attributes.classname ?? attributes.class ?? ''), suite?.name ?? ''),
      name,
      file: cut(attributes.file ?? '') || (suite?.file ?? ''),
      status: attributes.status === 'notrun' ? 'skipped' : 'passed',
      ms: readMs(attributes.time),
      wasRerun: false,
    };
    return undefined;
  }

  private closeTest(): void {
    const { test } = this;
    if (!test) return;
    this.test = undefined;
    const hasTexts = test.status === 'failed' || test.status === 'error' || test.wasRerun;
    if (!hasTexts || this.texts >= reportLimits.texts) delete test.texts;
    else {
      this.texts++;
      tidy(textsOf(test));
      if (!test.texts?.output) this.suites.at(-1)?.silent.push(test);
    }
    this.tests.push(test);
  }

  private openOutcome(test: FoundTest, element: string, attributes: Attributes): void {
    const status = outcomes[element];
    if (flakes.includes(element)) test.wasRerun = true;
    else if (status === undefined && !earlierFailures.includes(element)) return;
    // The first failure counts, because later ones are often consequences.
    if (status && (test.status === 'passed' || test.status === 'skipped')) test.status = status;
    if (element === 'skipped') return;
    const texts = textsOf(test);
    const { type = '', message = '' } = attributes;
    if (texts.message || texts.details) return;
    texts.type = cut(type);
    texts.message = message.slice(0, reportLimits.message);
  }

  private appendText(part: 'details' | 'output', piece: string): void {
    if (!this.test) return;
    const texts = textsOf(this.test);
    texts[part] = append(texts[part], piece, reportLimits.output);
  }
}

function isFailure(element: string): boolean {
  return (
    element === 'failure' ||
    element === 'error' ||
    earlierFailures.includes(element) ||
    flakes.includes(element)
  );
}

function textsOf(test: FoundTest): FailureTexts {
  test.texts ??= { type: '', message: '', details: '', output: '' };
  return test.texts;
}

/** Trims texts. Some tools write the message only as the first line of the details. */
function tidy(texts: FailureTexts): void {
  texts.details = texts.details.trim();
  texts.output = texts.output.trim();
  texts.message ||= (texts.details.split('\n')[0] ?? '').slice(0, reportLimits.message);
}

function cut(text: string): string {
  return text.slice(0, reportLimits.name);
}

function append(text: string, piece: string, limit: number): string {
  return text.length >= limit ? text : (text + piece).slice(0, limit);
}

/** Returns the class, or the suite if the class only repeats the name of the test, as some tools write it. */
function suiteOf(name: string, className: string, suite: string): string {
  const repeatsName = className === '' || name === className || name.endsWith(` ${className}`);
  return repeatsName ? suite : className;
}
