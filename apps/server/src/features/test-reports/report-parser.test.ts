import { expect, it } from 'vitest';
import type { PackedTest } from './packed-report.ts';
import { ReportParser } from './report-parser.ts';
import { reportLimits } from './test-report.ts';
import { unpackTexts } from './unpack-texts.ts';

/** `MILLRACE_TEST_DEEP=1` reads files of the maximum size. */
const isDeep = process.env.MILLRACE_TEST_DEEP === '1';
const largeBytes = isDeep ? reportLimits.bytes : 2_000_000;
const fill = (start: string, part: (index: number) => string, end: string) => {
  const parts = [start];
  for (let size = 0, index = 0; size < largeBytes - 1000; index++) {
    const next = part(index);
    parts.push(next);
    size += next.length;
  }
  return Buffer.from(parts.join('') + end);
};
const read = (bytes: Uint8Array, parser = new ReportParser()) =>
  parser.read('ada/project', { bytes, stage: 'default' });

const textsOf = (test?: PackedTest) => test?.failure && unpackTexts(test.failure.texts);

it('rejects a file of attributes immediately', async () => {
  const bytes = fill('<testsuite ', (index) => `a${index}="" `, '/>');
  expect(await read(bytes)).toEqual({
    tests: [],
    problem: 'line 1: an element has too many attributes',
  });
});

it.each([
  ['attribute', '<testsuite name="', 'Max buffer length exceeded: attribValue'],
  ['name', '<', 'Max buffer length exceeded: tagName'],
  ['comment', '<!--', 'Max buffer length exceeded: comment'],
])('rejects a file of one %s before it uses much memory', async (_, start, reason) => {
  const { problem } = await read(fill(start, () => 'x'.repeat(1000), ''));
  expect(problem).toBe(`line 1: ${reason}`);
});

it('cuts an attribute of half a million characters', async () => {
  const long = 'x'.repeat(500_000);
  const { tests } = await read(Buffer.from(`<testsuite><testcase name="${long}"/></testsuite>`));
  expect(tests[0]?.name.length).toBe(reportLimits.name);
});

it('limits copies of the output of a suite to its tests', async () => {
  const failing = '<testcase name="a"><failure/></testcase>'.repeat(reportLimits.texts);
  const output = `<system-out>${'x'.repeat(reportLimits.output)}</system-out>`;
  const { tests } = await read(Buffer.from(`<testsuite>${failing}${output}</testsuite>`));
  const lengths = tests.map((test) => textsOf(test)?.output.length ?? 0);
  expect(lengths[0]).toBe(reportLimits.output);
  expect(lengths.reduce((sum, length) => sum + length)).toBe(reportLimits.sharedOutput);
});

it('reads and cuts a file of one text', async () => {
  const bytes = fill(
    '<testsuite><testcase name="a"><failure>',
    () => 'x'.repeat(1000),
    '</failure></testcase></testsuite>',
  );
  const { tests } = await read(bytes);
  expect(textsOf(tests[0])?.details.length).toBe(reportLimits.output);
});

it('reports a timeout', async () => {
  const parser = new ReportParser({ processorMs: 1 });
  const bytes = fill('<testsuite>', () => '<testcase name="a"/>', '</testsuite>');
  expect(await read(bytes, parser)).toEqual({
    tests: [],
    problem: 'the file needs more than 0.001 seconds of processor time',
  });
});

it.each<[string, string, (index: number) => string, string]>([
  ['elements', '<testsuite>', () => '<a/>', '</testsuite>'],
  ['suites', '<testsuites>', (index) => `<testsuite name="${index}"/>`, '</testsuites>'],
  ['entities', '<testsuite>', () => '&amp;', '</testsuite>'],
  ['pieces of text', '<testsuite>', () => '<![CDATA[x]]>', '</testsuite>'],
])(
  'reads nothing from a large file of %s, within the memory of its thread',
  async (_, ...parts) => {
    expect(await read(fill(...parts))).toEqual({ tests: [], problem: '' });
  },
);
