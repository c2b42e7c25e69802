// Reads the reports of the test runners. Both kinds become a list of files with their tests.
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readOr, root } from '../setup.mjs';

/** Returns undefined if the runner ended before it wrote the report. */
export function readUnitReport(path) {
  const report = readJson(path);
  if (!report) return undefined;
  const files = report.files.map((file) => ({ ...file, path: relative(root, file.path) }));
  return { errors: report.errors, files };
}

/** Returns undefined if the runner ended before it wrote the report. */
export function readBrowserReport(path) {
  const report = readJson(path);
  if (!report) return undefined;
  const files = new Map();
  for (const suite of report.suites) collectSpecs(suite, [], files);
  return { errors: report.errors.map(({ message }) => message), files: [...files.values()] };
}

const browserStatus = { expected: 'passed', skipped: 'skipped' };

function collectSpecs({ title, file, specs = [], suites = [] }, above, files) {
  // The outermost suite is the file.
  const titles = title === file ? above : [...above, title];
  for (const spec of specs)
    for (const test of spec.tests) {
      const path = join('e2e', spec.file);
      const key = `${test.projectName} ${path}`;
      if (!files.has(key)) files.set(key, emptyFile(path, test.projectName));
      const found = files.get(key);
      found.seconds += test.results.reduce((sum, { duration }) => sum + duration / 1000, 0);
      found.tests.push({
        titles: [...titles, spec.title],
        line: spec.line,
        status: browserStatus[test.status] ?? 'failed',
        errors: test.results.flatMap(({ errors = [] }) => errors.map(({ message }) => message)),
        reason: reasonOf(test),
      });
    }
  for (const suite of suites) collectSpecs(suite, titles, files);
}

function emptyFile(path, project) {
  return { path, project, seconds: 0, hasEnded: true, errors: [], tests: [] };
}

function reasonOf({ status, annotations, results }) {
  if (status !== 'skipped') return undefined;
  const reason = annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description;
  // Playwright does not run the tests that depend on a failed project.
  return reason ?? (results.length === 0 ? 'not run, because the run ended early' : undefined);
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Processor seconds of a group, which `measured.mjs` wrote. Undefined if they are unknown. */
export function readProcessorSeconds(path) {
  return readJson(path)?.processorSeconds;
}

/** Returns the lines that a script wrote about what it skipped. */
export function readNotes(path) {
  return readOr(path, '')
    .split('\n')
    .filter((line) => line !== '');
}
