import { join } from 'node:path';
import { bin, pinnedNode, root, runNode } from '../setup.mjs';
import { readBrowserReport, readNotes, readProcessorSeconds, readUnitReport } from './reports.mjs';

const measured = join(root, 'tools', 'test', 'measured.mjs');
const unitReporter = join(root, 'tools', 'test', 'unit-reporter.ts');

/**
 * Makes the allocator return unused memory, because starting a process copies the page tables of its parent.
 */
const leanMemory = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '262144' };

/**
 * Returns functions that run the groups of tests. `folder` receives the reports. `env` is the environment of
 * all groups. `workers` has the number of workers by the name of a group. `name` and `project` select tests.
 */
export function createGroups({ folder, env: common, workers, name: testName, project }) {
  const fileOf = (group, kind) => join(folder, `${group}-${kind}.json`);

  /** Runs a script, which counts as one test. `script` is the command that repeats it. */
  async function runScript(name, args, { script, env = {} }) {
    const notes = fileOf(name, 'notes');
    const result = await runMeasured(name, args, {
      env: { ...env, MILLRACE_TEST_NOTES: notes },
      saysAtEnd: true,
    });
    return { name, script, isTests: false, ...result, notes: readNotes(notes) };
  }

  /** Runs test files of vitest: all of some projects, or those in a list. */
  async function runUnits(name, { projects = [], files = [], env = {} }) {
    const report = fileOf(name, 'report');
    const args = [
      bin('vitest'),
      'run',
      '--reporter=default',
      `--reporter=${unitReporter}`,
      ...(project ? [`--project=${project}`] : projects.map((pattern) => `--project=${pattern}`)),
      ...(workers[name] ? [`--maxWorkers=${workers[name]}`] : []),
      ...(testName ? ['-t', asNamePattern(testName)] : []),
      ...files,
    ];
    const variables = { ...env, ...leanMemory, MILLRACE_TEST_REPORT: report };
    const result = await runMeasured(name, args, { env: variables });
    return { name, isTests: true, ...result, report: readUnitReport(report) };
  }

  /** Runs test files of Playwright: all, or those in a list. */
  async function runBrowser(name, { files = [], env = {} }) {
    const report = fileOf(name, 'report');
    const args = [
      bin('playwright'),
      'test',
      '--reporter=list,json',
      ...(project ? [`--project=${project}`] : []),
      ...(workers[name] ? [`--workers=${workers[name]}`] : []),
      ...(testName ? ['-g', asPattern(testName)] : []),
      // Without this, Playwright loads every file of the projects that run before.
      ...(files.length > 0 ? ['--no-deps'] : []),
      // Playwright reads names of files as regular expressions.
      ...files.map((path) => asPattern(path.replace(/^e2e\//, ''))),
    ];
    const variables = {
      ...env,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      // By default, compiled files are in TMPDIR, and every run would compile them again.
      PWTEST_CACHE_DIR: join(root, 'node_modules', '.cache', 'playwright'),
    };
    const result = await runMeasured(name, args, {
      cwd: join(root, 'e2e'),
      env: variables,
    });
    return { name, isTests: true, ...result, report: readBrowserReport(report) };
  }

  async function runMeasured(name, args, { cwd, env, saysAtEnd = false }) {
    const times = fileOf(name, 'times');
    const startedAt = Date.now();
    const exitCode = await runNode([measured, times, pinnedNode, ...args], {
      cwd,
      env: { ...common, ...env },
      saysAtEnd,
    });
    const wallSeconds = (Date.now() - startedAt) / 1000;
    return { exitCode, wallSeconds, processorSeconds: readProcessorSeconds(times) };
  }

  return { runScript, runUnits, runBrowser };
}

/** Returns a regular expression that matches this text. */
function asPattern(text) {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** Returns a regular expression for a name. Vitest writes ` > ` between the names of suites and tests. */
function asNamePattern(name) {
  return asPattern(name).replaceAll(' ', '( > | )');
}
