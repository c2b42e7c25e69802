// `npm test`: runs the checks and the tests for every change, also on a fresh machine. The last line counts the
// tests. `npm test -- FILE …` runs some test files. `npm test -- --changed` runs what a change can affect.
// `npm run test:deep` runs all tests at full length and writes a report to `test-report.md`.
import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ensureDependencies, requireTools, root, say } from './setup.mjs';
import { writeDeepReport } from './test/deep-report.mjs';
import { readOptions } from './test/options.mjs';
import { allNeeds, build, installBeside, provide } from './test/prepare.mjs';
import { createRun } from './test/run-folder.mjs';
import { createGroups } from './test/run-group.mjs';
import { describeRun, summarize } from './test/summary.mjs';
import {
  findChangedTests,
  findNeeds,
  findTestFiles,
  isBrowserTest,
  isDeepTest,
} from './test/test-files.mjs';

/** Test projects that need only the installed dependencies. */
const pureProjects = ['pipeline', 'build-rules', 'convert', 'contract', 'scripts', 'tools', 'web'];
/** Tests of units wait for their processes and containers a quarter of the time. */
const unitWorkers = availableParallelism() + 1;
/** Time for test runners to end after a signal, before the guard kills them. */
const maxStopMs = 10_000;
const startedAt = Date.now();
const options = readOptions(process.argv.slice(2));

requireTools();
// Also after an error in the preparation, the last line counts.
let hasCounted = false;
process.once('exit', () => hasCounted || printCounts('0 passed, 1 failed'));
const run = await createRun();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => stop(signal));
let hasStopped = false;
let running = [];
let engine;

const groups = await runGroups();
if (hasStopped) await new Promise(() => {});
await engine?.stop();
await run.end();

const summary = summarize(groups, options);
say(describeRun(groups, summary));
if (options.isDeep && options.paths.length === 0) {
  const file = join(root, 'test-report.md');
  writeDeepReport(file, { startedAt, groups, summary });
  say(`\nThe report is ${file}.`);
}
printCounts(summary.counts);
process.exit(summary.failures.length === 0 ? 0 : 1);

function runGroups() {
  if (options.isChangedOnly) return runChanged();
  return options.paths.length > 0 ? runFiles(findTestFiles(options.paths)) : runAll();
}

/** Runs the checks, and all tests of this tier. */
async function runAll() {
  const needs = allNeeds(options.isDeep);
  const { runScript, runUnits, runBrowser } = createGroups(groupOptions(options.isDeep));
  const installed = installBeside(needs);
  await ensureDependencies();
  const built = build(needs);
  const provided = installed.then(() => provide(needs, run, options.isDeep));
  const ready = Promise.all([provided, built]).then(([{ env, docker }, program]) => {
    engine = docker;
    return { ...env, ...program };
  });
  const others = pureProjects.map((name) => `!${name}`);

  // The order of the groups: each starts when those in `after` have ended. Groups that run side by side only delay each
  // other, and a browser aborts its requests if the containers of units change the networks of this machine.
  const started = {};
  const start = (name, after, runIt) => {
    started[name] = Promise.all(after.map((other) => started[other])).then(async () =>
      hasStopped ? undefined : runIt(),
    );
  };
  const check = 'npm run check';
  start('checks', [], () =>
    runScript('checks', ['tools/check.mjs', '--without-build'], { script: check }),
  );
  start('size', [], async () => {
    await built;
    return runScript('size', ['tools/check-weight.mjs'], { script: check });
  });
  if (options.isDeep) start('linters', ['checks'], runDeepLinters);
  start('pure', ['checks'], () => runUnits('pure', { projects: pureProjects }));
  start('units', ['pure'], async () => runUnits('units', { projects: others, env: await ready }));
  start('browser', ['units'], async () => runBrowser('browser', { env: await ready }));
  async function runDeepLinters() {
    const args = ['tools/lint-deployment.mjs', '--deep'];
    return runScript('linters', args, { script: `node ${args.join(' ')}`, env: await ready });
  }
  running = Object.values(started);
  return (await Promise.all(running)).filter(Boolean);
}

/** Runs the checks, and the tests that are nearest to uncommitted changes. */
async function runChanged() {
  const { files, omitted } = findChangedTests();
  await ensureDependencies();
  const reports = join(run.diskFolder, 'check-reports');
  mkdirSync(reports);
  const { runScript } = createGroups({ ...options, folder: reports, env: {} });
  const args = ['tools/check.mjs', '--without-build', '--changed'];
  const [checks, tests] = await Promise.all([
    runScript('checks', args, { script: 'npm run check' }),
    files.length > 0 ? runFiles(files) : [],
  ]);
  if (omitted > 0)
    say(`\n${omitted} more test files import a changed file: npm test runs them all.`);
  return [checks, ...tests];
}

/** Runs some test files, and prepares only what they need. */
async function runFiles(files) {
  const isDeep = options.isDeep || files.some(isDeepTest);
  const needs = findNeeds(files);
  const { runUnits, runBrowser } = createGroups(groupOptions(isDeep));
  await Promise.all([installBeside(needs), ensureDependencies()]);
  const [program, { env: provided, docker }] = await Promise.all([
    build(needs),
    provide(needs, run, isDeep),
  ]);
  engine = docker;
  const env = { ...provided, ...program };
  const units = files.filter((path) => !isBrowserTest(path));
  const browser = files.filter(isBrowserTest);
  const results = [];
  // The project `postgres` repeats tests of the server on a Postgres, whose start takes seconds.
  const isOnSqlite = options.isChangedOnly && !units.some((path) => path.includes('.postgres.'));
  const projects = isOnSqlite ? ['!postgres'] : [];
  if (units.length > 0) results.push(await runUnits('units', { files: units, projects, env }));
  if (browser.length > 0 && !hasStopped)
    results.push(await runBrowser('browser', { files: browser, env }));
  return results;
}

function groupOptions(isDeep) {
  const folder = join(run.diskFolder, 'reports');
  mkdirSync(folder);
  const env = { TMPDIR: run.folder, ...(isDeep ? { MILLRACE_TEST_DEEP: '1' } : {}) };
  return { ...options, workers: { units: unitWorkers, ...options.workers }, folder, env };
}

/** Waits for the test runners, to which `runNode` forwards the signal, and ends without results. */
async function stop(signal) {
  hasStopped = true;
  say(`\nStopped by ${signal}. Cleaning up …`);
  const timeout = new Promise((resolve) => setTimeout(resolve, maxStopMs));
  await Promise.race([Promise.all(running), timeout]);
  await Promise.race([engine?.stop(), timeout]);
  await run.end();
  process.exit(1);
}

function printCounts(counts) {
  hasCounted = true;
  say(`\n${counts}`);
}
