// The last lines of a run: where the time went, skipped tests with their reasons, failures with the command
// that repeats each, and the counts.

import { stripVTControlCharacters } from 'node:util';

const slowestFiles = 10;
/** More names than these would hide the other reasons. */
const maxNames = 3;
/** Lines of the errors of one test; the others are above, with the test. */
const maxErrorLines = 16;

/**
 * Counts the results of the groups and lists what failed. A group of tests without a report has failed, as
 * has a group that reports an error without a failed test. With a `name`, other tests do not count.
 */
export function summarize(groups, { isDeep = false, name = '' } = {}) {
  const files = groups.flatMap(({ report }) => report?.files ?? []);
  const tests = files
    .flatMap((file) => file.tests.map((test) => ({ file, ...test })))
    .filter(({ status, titles }) => status !== 'skipped' || titles.join(' ').includes(name));
  const count = (status) => tests.filter((test) => test.status === status).length;
  const failures = groups.flatMap((group) => listFailures(group, isDeep));
  if (name !== '' && tests.length === 0 && failures.length === 0)
    failures.push({ name: `no test has "${name}" in its name` });
  const passed = count('passed') + groups.filter((group) => !group.isTests && passes(group)).length;
  const skipped = count('skipped');
  const counts = `${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  return { files, tests, failures, counts };
}

/** Returns the text of the summary, without the counts. */
export function describeRun(groups, { files, tests, failures }) {
  const parts = [
    describeGroups(groups),
    describeSlowest(files),
    ...groups.flatMap(({ notes = [] }) => notes).map((note) => `skipped: ${note}`),
    ...describeSkipped(tests.filter(({ status }) => status === 'skipped')),
    ...failures.map(describeFailure),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

function describeFailure({ name, errors = [], command }) {
  const lines = errors.flatMap((error) => stripVTControlCharacters(error).trim().split('\n'));
  return [
    `failed: ${name}`,
    ...lines.slice(0, maxErrorLines).map((line) => `  | ${line}`.trimEnd()),
    ...(command ? [`  ${command}`] : []),
  ].join('\n');
}

const passes = ({ exitCode }) => exitCode === 0;

function listFailures(group, isDeep) {
  const { name, exitCode, isTests, report } = group;
  if (!isTests) {
    if (passes(group)) return [];
    return [{ name: `${name}: the findings are above`, command: group.script }];
  }
  if (!report) return [{ name: `${name}: ended without a report (exit code ${exitCode})` }];
  const failures = [
    ...report.files.flatMap((file) => listFailuresOfFile(file, isDeep)),
    ...report.errors.map((message) => ({ name: `${name}: ${firstLine(message)}` })),
  ];
  if (failures.length > 0 || passes(group)) return failures;
  return [{ name: `${name}: exit code ${exitCode}, although no test failed` }];
}

function listFailuresOfFile(file, isDeep) {
  const command = (test) => commandOf(file, test, isDeep);
  const failures = file.tests
    .filter(({ status }) => status === 'failed')
    .map((test) => ({
      name: nameOf({ file, ...test }),
      errors: test.errors,
      command: command(test),
    }));
  if (failures.length > 0 || (file.hasEnded && file.errors.length === 0)) return failures;
  const [error = 'its worker ended before the file did'] = file.errors;
  return [{ name: `${file.path}: ${firstLine(error)}`, command: command() }];
}

/** Returns the command that runs one test, or a file, from the root of the repository. */
function commandOf({ path, project }, test, isDeep) {
  const parts = ['npm test --', path];
  if (isDeep && !path.includes('.deep.')) parts.push('--deep');
  // These files may also belong to the project `server`.
  if (project === 'postgres') parts.push('--project postgres');
  if (test) parts.push(`-t ${quote(test.titles.join(' '))}`);
  return parts.join(' ');
}

/** Quotes a text for a shell. */
function quote(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function firstLine(text) {
  return text.trim().split('\n')[0];
}

function describeGroups(groups) {
  const rows = groups.map(({ name, wallSeconds, processorSeconds, report }) => [
    name,
    `${wallSeconds.toFixed(0)} s`,
    processorSeconds === undefined ? 'unknown' : `${processorSeconds.toFixed(0)} s`,
    report ? countOf(report.files.length, 'file') : '',
  ]);
  return ['', ...alignColumns([['group', 'duration', 'processor time', ''], ...rows])].join('\n');
}

function alignColumns(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
      )
      .join('  ')
      .trimEnd(),
  );
}

function describeSlowest(files) {
  if (files.length <= 1) return '';
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, slowestFiles);
  const lines = slowest.map(
    ({ seconds, path, project }) => `${seconds.toFixed(1).padStart(7)} s  ${path} (${project})`,
  );
  return ['\nslowest files', ...lines, ''].join('\n');
}

/** Groups skipped tests by reason. Tests without a reason are listed one by one. */
export function describeSkipped(tests) {
  const byReason = groupBy(tests, (test) => test.reason ?? nameOf(test));
  return [...byReason].map(([reason, of]) => {
    const [first] = of;
    if (first.reason === undefined) return `skipped: ${nameOf(first)}: no reason given`;
    if (of.length === 1) return `skipped: ${nameOf(first)}: ${reason}`;
    const paths = [...new Set(of.map(({ file }) => file.path))];
    const others = paths.length > maxNames ? `, and ${paths.length - maxNames} more` : '';
    return (
      `skipped: ${of.length} tests in ${countOf(paths.length, 'file')}: ${reason}\n` +
      `  ${paths.slice(0, maxNames).join(', ')}${others}`
    );
  });
}

function nameOf({ file, titles }) {
  return [file.path, ...titles].join(' › ');
}

/** Like `Map.groupBy`, which the oldest supported Node does not have. */
export function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

function countOf(number, noun) {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
