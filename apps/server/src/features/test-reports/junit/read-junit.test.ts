import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type ReportedTest, reportLimits } from '../test-report.ts';
import { readJunit } from './read-junit.ts';

const read = (text: string | Uint8Array) =>
  readJunit({ bytes: typeof text === 'string' ? Buffer.from(text) : text, stage: 'default' });
const sample = (tool: string) =>
  read(readFileSync(new URL(`./samples/${tool}.xml`, import.meta.url)));
/** `suite › name status`, and what it says. */
const lineOf = ({ suite, name, status, wasRerun, texts }: ReportedTest) =>
  `${suite} › ${name} ${status}${wasRerun ? ' again' : ''}${texts ? `: ${texts.message.split('\n')[0]}` : ''}`;
const suite = (inside: string) => `<testsuite name="mill">${inside}</testsuite>`;

describe('reports of common tools', () => {
  it.each<[string, string[]]>([
    [
      'jest',
      [
        'mill › mill grinds rye passed',
        'mill › mill weighs 1 passed',
        'mill › mill weighs 2 failed: Error: expect(received).toBe(expected) // Object.is equality',
        'mill › mill rests skipped',
        'mill › mill says "<hello> & goodbye" passed',
      ],
    ],
    [
      'vitest',
      [
        'mill.test.js › mill > grinds rye passed',
        'mill.test.js › mill > weighs failed: expected 1 to be 2 // Object.is equality',
        'mill.test.js › mill > rests skipped',
        'mill.test.js › mill > turns again passed',
      ],
    ],
    [
      'mocha',
      [
        'mill › mill grinds rye passed',
        'mill › mill weighs failed: 1 == 2',
        'wheel › mill wheel turns passed',
      ],
    ],
    [
      'pytest',
      [
        'test_mill › test_grinds passed',
        'test_mill › test_weighs[rye] passed',
        "test_mill › test_weighs[spelt] failed: AssertionError: assert 'spelt' == 'rye'",
        'test_mill › test_rests skipped',
        'test_mill › test_turns error: failed on setup with "RuntimeError: the wheel is stuck"',
        'test_mill › test_flies skipped',
        'test_mill.TestMiller › test_sings passed',
      ],
    ],
    [
      'go-junit-report',
      [
        'example.com/mill › TestGrinds passed',
        'example.com/mill › TestWeighs failed: Failed',
        'example.com/mill › TestWeighs/rye passed',
        'example.com/mill › TestWeighs/spelt failed: Failed',
        'example.com/mill › TestRests skipped',
      ],
    ],
    [
      'nextest',
      [
        'mill › tests::grinds passed',
        "mill › tests::weighs failed: thread 'tests::weighs' (24782) panicked at src/lib.rs:4:49",
      ],
    ],
    [
      'surefire',
      [
        'mill.MillTest › breaks failed: weights differ ==> expected: <1> but was: <2>',
        'mill.MillTest › grinds passed',
        'mill.MillTest › weighs(String)[1] passed',
        'mill.MillTest › weighs(String)[2] failed: expected: <rye> but was: <spelt>',
        'mill.MillTest › errs error: stuck',
        'mill.MillTest › rests skipped',
        'mill.MillTest › turnsAgain passed again: expected: <true> but was: <false>',
      ],
    ],
    [
      'junit-platform',
      [
        'mill.MillTest › breaks() failed: weights differ ==> expected: <1> but was: <2>',
        'mill.MillTest › errs() error: stuck',
        'mill.MillTest › rests() skipped',
        'mill.MillTest › grinds() passed',
        'mill.MillTest › weighs(String)[1] passed',
        'mill.MillTest › turnsAgain() failed: expected: <true> but was: <false>',
        'mill.MillTest › weighs(String)[2] failed: expected: <rye> but was: <spelt>',
      ],
    ],
  ])('%s', (tool, lines) => {
    const { tests, problem } = sample(tool);
    expect(problem).toBe('');
    expect(tests.map(lineOf)).toEqual(lines);
    expect(new Set(tests.map(({ key }) => key)).size).toBe(lines.length);
  });

  it('include the location of a failure, with output and time', () => {
    const test = sample('pytest').tests[2];
    expect(test?.ms).toBe(1);
    expect(test?.texts?.details).toContain('test_mill.py:8: AssertionError');
    expect(test?.texts?.output).toContain('weighing spelt');
    expect(sample('jest').tests[0]?.file).toBe('mill.test.js');
    expect(sample('mocha').tests[0]?.file).toBe('/work/mocha/test/mill.js');
    const flaky = sample('surefire').tests.find(({ wasRerun }) => wasRerun);
    expect(flaky?.texts?.output).toBe('turn 0');
  });
});

describe('other variants', () => {
  it('read nested suites, with the output of a suite for tests without output', () => {
    const { tests } = read(`<testsuites><testsuite name="outer"><testsuite name="inner">
      <testcase name="a"><failure message="no"/></testcase>
      <testcase name="b"><failure message="no"/><system-err>own</system-err></testcase>
      <testcase name="c"/>
      <system-out>of all</system-out></testsuite><testcase name="d"/></testsuite></testsuites>`);
    expect(tests.map((test) => [test.suite, test.name, test.texts?.output])).toEqual([
      ['inner', 'a', 'of all'],
      ['inner', 'b', 'own'],
      ['inner', 'c', undefined],
      ['outer', 'd', undefined],
    ]);
  });

  it('number tests with the same name, and name those without', () => {
    const { tests } = read(suite('<testcase name="a"/><testcase name="a"/><testcase/>'));
    expect(tests.map(({ name }) => name)).toEqual(['a', 'a #2', 'unnamed']);
  });

  it('distinguish numbered tests from tests with such names', () => {
    const names = ['a', 'a', 'a #2', 'b #2', 'b', 'b', 'a'];
    const { tests } = read(suite(names.map((name) => `<testcase name="${name}"/>`).join('')));
    expect(tests.map(({ name }) => name)).toEqual([
      'a',
      'a #2',
      'a #2 #2',
      'b #2',
      'b',
      'b #3',
      'a #3',
    ]);
    expect(new Set(tests.map(({ key }) => key)).size).toBe(names.length);
  });

  it('use the first of a failure and an error, and skip tests that did not run', () => {
    const { tests } = read(
      suite(
        '<testcase name="a"><error message="x"/><failure message="y"/></testcase><testcase name="b" status="notrun"/>',
      ),
    );
    expect(tests.map(lineOf)).toEqual(['mill › a error: x', 'mill › b skipped']);
  });

  it.each([
    ['0.5', 500],
    ['1,234.5', 1_234_500],
    ['0,5', 500],
    ['2e-3', 2],
    ['1.5s', 1500],
    ['', 0],
    ['-1', 0],
    ['soon', 0],
  ])('read the time "%s"', (time, ms) => {
    expect(read(suite(`<testcase name="a" time="${time}"/>`)).tests[0]?.ms).toBe(ms);
  });

  it('read the declared encoding', () => {
    const text = `<?xml version="1.0" encoding="ISO-8859-1"?>${suite('<testcase name="mühle"/>')}`;
    expect(read(Buffer.from(text, 'latin1')).tests[0]?.name).toBe('mühle');
    const wide = Buffer.concat([
      Buffer.from([0xff, 0xfe]),
      Buffer.from(suite('<testcase name="粉"/>'), 'utf16le'),
    ]);
    expect(read(wide).tests[0]?.name).toBe('粉');
  });

  it('keep the tests before the end of a truncated file', () => {
    const { tests, problem } = read('<testsuite name="mill">\n<testcase name="a"/>\n<testcase na');
    expect(tests.map(({ name }) => name)).toEqual(['a']);
    expect(problem).toMatch(/^line 3: /);
  });

  it('cut long texts', () => {
    const long = 'x'.repeat(100_000);
    const { tests } = read(
      suite(
        `<testcase name="${long}"><failure message="${long}">${long}</failure><system-out>${long}</system-out></testcase>`,
      ),
    );
    const { name, texts } = tests[0] as ReportedTest;
    expect([
      name.length,
      texts?.message.length,
      texts?.details.length,
      texts?.output.length,
    ]).toEqual([reportLimits.name, reportLimits.message, reportLimits.output, reportLimits.output]);
  });
});

const laughs = Array.from(
  { length: 10 },
  (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`,
);
const refused = 'line 1: a document type is not allowed';

describe('hostile files', () => {
  it.each<[string, string, string]>([
    [
      'a billion laughs',
      `<!DOCTYPE t [<!ENTITY l0 "ha">${laughs.join('')}]>${suite('<testcase name="&l10;"/>')}`,
      refused,
    ],
    [
      'an external entity',
      `<!DOCTYPE t [<!ENTITY x SYSTEM "file:///etc/passwd">]>${suite('<testcase name="&x;"/>')}`,
      refused,
    ],
    [
      'an undeclared entity',
      suite('<testcase name="a">&x;</testcase>'),
      'line 1: Invalid character entity',
    ],
    [
      'very deep nesting',
      '<testsuite>'.repeat(100_000),
      'line 1: the elements are nested too deep',
    ],
    ['a page', '<html><body/></html>', 'line 1: <html> is not <testsuites> or <testsuite>'],
    ['nothing', '', 'the file has no <testsuites> or <testsuite>'],
    ['invalid XML', 'all is well', 'line 1: Non-whitespace before first tag.'],
    ['random bytes', '\0\x01\x02', 'line 1: Non-whitespace before first tag.'],
    [
      'too many tests',
      `<testsuite>${'<testcase/>'.repeat(reportLimits.tests + 1)}</testsuite>`,
      'line 1: the file has more than 100,000 tests',
    ],
  ])('%s', (_, text, problem) => {
    expect(read(text).problem).toBe(problem);
  });
});
