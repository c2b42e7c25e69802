// `npm test`: runs the tests for every change, also on a fresh machine. The last line counts the tests. `npm
// run test:deep`: runs all tests at full length and writes a report to `test-report.md`. `npm test --
// --changed`: runs the checks, and the tests of uncommitted changes.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureDocker } from './docker.mjs';
import { listFailedTests } from './failed-tests.mjs';
import { guardedFolder } from './guarded-folder.mjs';
import {
  bin,
  ensureChromium,
  ensureDependencies,
  ensureDocs,
  ensureOldestNode,
  ensurePostgres,
  ensurePublishedApis,
  ensureWebBuild,
  fail,
  requireTools,
  root,
  runNode,
  say,
} from './setup.mjs';
import { ensureTestPackages, ensureTestPrograms } from './test-programs.mjs';
import { writeTestReport } from './test-report.mjs';

const isDeep = process.argv.includes('--deep');
const isChangedOnly = process.argv.includes('--changed');
/** Test projects that need only the installed dependencies. */
const pureProjects = ['contract', 'scripts', 'tools', 'web'];
/**
 * Makes the allocator return unused memory, because starting a process copies the page tables of its parent.
 */
const leanMemory = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '262144' };
const startedAt = Date.now();

requireTools();
// Packages that are installed into separate folders.
const installedBeside = [ensurePublishedApis(), ensurePostgres()];
if (isDeep) installedBeside.push(ensureOldestNode());
await ensureDependencies();

const temporary = guardedFolder();
const reports = mkdtempSync(join(tmpdir(), 'millrace-test-'));
const tierEnv = isDeep ? { MILLRACE_TEST_DEEP: '1' } : {};

const built = Promise.all([ensureWebBuild(), bundleProgram(), ensureDocs()]);
const checks = Promise.all([
  runNode(['tools/check.mjs', '--without-build'], { saysAtEnd: true }),
  built.then(() => runNode(['tools/check-weight.mjs'], { saysAtEnd: true })),
]).then((exitCodes) => exitCodes.every((exitCode) => exitCode === 0));
const pure = runUnits(
  'pure',
  {},
  pureProjects.map((name) => `--project=${name}`),
);

await Promise.all(installedBeside);
const [chromium, installedPrograms, docker] = await Promise.all([
  ensureChromium(),
  ensureTestPrograms(isDeep),
  ensureDocker(),
  ensureTestPackages(isDeep),
]);
const [, program] = await built;
const env = { ...docker.env, ...installedPrograms, ...program };

// Unit and browser tests run in parallel on two cores, because they often wait. They do not if containers
// change the networks of this machine, because a browser then aborts its requests.
const isSideBySide = !docker.changesNetworks;
const others = pureProjects.map((name) => `--project=!${name}`);
const units = pure.then(() => runUnits('units', env, others));
const browser = Promise.all([checks, isSideBySide ? pure : units]).then(() => runBrowser(env));
const hasPassed = {
  checks: await checks,
  pure: await pure,
  units: await units,
  browser: await browser,
};
await docker.stop();

const unitReports = ['pure', 'units'].map(readReport);
const browserReport = readReport('browser');
rmSync(reports, { recursive: true, force: true });
const count = (number) => unitReports.reduce((sum, report) => sum + (report?.[number] ?? 0), 0);
const pages = browserReport?.stats;
let passed = count('numPassedTests') + (pages?.expected ?? 0);
let failed = count('numFailedTests') + (pages?.unexpected ?? 0) + (pages?.flaky ?? 0);
const skipped = count('numPendingTests') + count('numTodoTests') + (pages?.skipped ?? 0);
if (hasPassed.checks) passed++;
else {
  failed++;
  say('\nThe checks failed: their findings are above.');
}
// A test runner that crashed before it counted its tests has failed.
if (failed === 0 && Object.values(hasPassed).includes(false)) failed++;
const failedTests = listFailedTests(unitReports, browserReport);
for (const name of failedTests) say(`failed: ${name}`);
const summary = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
if (isDeep) {
  const file = join(root, 'test-report.md');
  const facts = { summary, startedAt, hasPassedChecks: hasPassed.checks, failedTests };
  writeTestReport(file, { ...facts, unitReports, browserReport });
  say(`\nThe report is ${file}.`);
}
say(`\n${summary}`);
process.exit(failed === 0 ? 0 : 1);

/**
 * Bundles `millrace`, because tests start it so often that most of their time would be spent on loading its
 * modules.
 */
async function bundleProgram() {
  const folder = join(root, 'node_modules', '.cache', 'millrace-program');
  const exitCode = await runNode(['tools/bundle-program.mjs', folder]);
  if (exitCode !== 0) fail('The program could not be bundled; the reason is above.');
  return { MILLRACE_TEST_PROGRAM: join(folder, 'millrace.mjs') };
}

async function runUnits(name, programs, projects) {
  const outputs = ['--reporter=default', '--reporter=json', `--outputFile.json=${fileOf(name)}`];
  const selected = isChangedOnly ? ['--changed', '--passWithNoTests'] : [];
  const args = [bin('vitest'), 'run', ...outputs, ...projects, ...selected];
  const env = { ...tierEnv, ...programs, ...leanMemory, TMPDIR: temporary };
  return (await runNode(args, { env, saysAtEnd: true })) === 0;
}

async function runBrowser(programs) {
  const selected = isChangedOnly ? ['--only-changed', '--pass-with-no-tests'] : [];
  const args = [bin('playwright'), 'test', '--reporter=list,json', ...selected];
  const env = {
    ...tierEnv,
    ...programs,
    TMPDIR: temporary,
    MILLRACE_CHROMIUM: chromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: fileOf('browser'),
  };
  return (await runNode(args, { cwd: 'e2e', env, saysAtEnd: !isSideBySide })) === 0;
}

function fileOf(report) {
  return join(reports, `${report}.json`);
}

function readReport(name) {
  try {
    return JSON.parse(readFileSync(fileOf(name), 'utf8'));
  } catch {
    return undefined;
  }
}
