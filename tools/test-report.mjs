import { writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { relative } from 'node:path';
import { root } from './setup.mjs';

const slowest = 20;

/** Writes the results of a test run as a Markdown page. */
export function writeTestReport(file, facts) {
  const { summary, startedAt, hasPassedChecks, failedTests, unitReports, browserReport } = facts;
  const files = [...unitReports.flatMap(listUnitFiles), ...listBrowserFiles(browserReport)];
  const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1);
  const text = [
    '# Deep test run',
    `${summary}. The checks ${hasPassedChecks ? 'passed' : 'failed'}.`,
    `Begun ${new Date(startedAt).toISOString()}, took ${minutes} minutes on ${cpus().length} processors ` +
      `with ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}.`,
    '## Failed',
    ...(failedTests.length === 0 ? ['Nothing.'] : [listOf(failedTests)]),
    '## Groups',
    table(['group', 'files', 'passed', 'failed', 'skipped', 'seconds'], rowsOfGroups(files)),
    '## Skipped',
    listSkipped(files),
    `## The ${slowest} slowest files`,
    table(
      ['file', 'tests', 'seconds'],
      files
        .toSorted((a, b) => b.seconds - a.seconds)
        .slice(0, slowest)
        .map(({ path, tests, seconds }) => [path, tests.length, seconds.toFixed(1)]),
    ),
  ].join('\n\n');
  writeFileSync(file, `${text}\n`);
}

function listUnitFiles(report) {
  return (report?.testResults ?? []).map(({ name, startTime, endTime, assertionResults }) => ({
    path: relative(root, name),
    seconds: (endTime - startTime) / 1000,
    tests: assertionResults.map(({ ancestorTitles, title, status }) => ({
      title: [...ancestorTitles, title].join(' › '),
      status: status === 'passed' || status === 'failed' ? status : 'skipped',
    })),
  }));
}

const browserStatus = { expected: 'passed', skipped: 'skipped' };

function listBrowserFiles(report) {
  const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];
  return (report?.suites ?? []).map((suite) => {
    const tests = specsOf(suite).flatMap(({ title, tests }) =>
      tests.map(({ status, results }) => ({
        title,
        status: browserStatus[status] ?? 'failed',
        seconds: results.reduce((sum, { duration }) => sum + duration / 1000, 0),
      })),
    );
    const seconds = tests.reduce((sum, test) => sum + test.seconds, 0);
    return { path: `e2e/${suite.file}`, seconds, tests };
  });
}

/** Returns the folder shown in the report: `apps/server`, `e2e/screens`. */
const groupOf = (path) => path.split('/').slice(0, 2).join('/');

function rowsOfGroups(files) {
  return [...new Set(files.map(({ path }) => groupOf(path)))]
    .toSorted((a, b) => a.localeCompare(b))
    .map((group) => {
      const of = files.filter(({ path }) => groupOf(path) === group);
      const tests = of.flatMap((file) => file.tests);
      const count = (status) => tests.filter((test) => test.status === status).length;
      const seconds = of.reduce((sum, file) => sum + file.seconds, 0);
      return [
        group,
        of.length,
        count('passed'),
        count('failed'),
        count('skipped'),
        seconds.toFixed(0),
      ];
    });
}

function listSkipped(files) {
  const rows = files.flatMap(({ path, tests }) => {
    const titles = tests.filter(({ status }) => status === 'skipped').map(({ title }) => title);
    if (titles.length === 0) return [];
    return [
      `${path}: ${titles.length === tests.length ? `all ${titles.length}` : titles.join('; ')}`,
    ];
  });
  return rows.length === 0 ? 'Nothing.' : listOf(rows);
}

function listOf(rows) {
  return rows.map((row) => `- ${row}`).join('\n');
}

function table(head, rows) {
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
}
