// `npm test`: every check and every test, on a fresh machine too. The last line counts the tests.
// `npm test -- --changed`: the checks, and the tests of what is not committed yet.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureDocker } from './docker.mjs';
import { listFailedTests } from './failed-tests.mjs';
import {
  bin,
  ensureChromium,
  ensureDependencies,
  ensureHeadlessShell,
  ensureOldestNode,
  ensurePostgres,
  ensurePublishedApis,
  ensureWebBuild,
  fail,
  pinnedNode,
  requireTools,
  root,
  runNode,
  say,
} from './setup.mjs';
import { ensureTestPrograms } from './test-programs.mjs';

requireTools();
// They have folders of their own.
const installedBeside = [ensurePublishedApis(), ensurePostgres(), ensureOldestNode()];
await ensureDependencies();
// Beside what is waited for here.
const built = Promise.all([ensureWebBuild(), bundleProgram()]);
await Promise.all(installedBeside);
const chromium = ensureHeadlessShell(ensureChromium());
const installedPrograms = ensureTestPrograms();
const docker = await ensureDocker();

const memory = '/dev/shm';
/** More than the tests ever have on disk at once. */
const testBytes = 3e9;
/** To start a process the system copies the memory of the one that starts it: less of it is kept. */
const leanMemory = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '262144' };
const temporary = guardedFolder();
const reports = mkdtempSync(join(tmpdir(), 'millrace-test-'));
const unitReport = join(reports, 'unit.json');
const browserReport = join(reports, 'browser.json');

const isChangedOnly = process.argv.includes('--changed');

/** Tests start `millrace` so often that most of their time would go into finding its modules. */
async function bundleProgram() {
  const folder = join(root, 'node_modules', '.cache', 'millrace-program');
  const exitCode = await runNode(['tools/bundle-program.mjs', folder]);
  if (exitCode !== 0) fail('The program could not be bundled; the reason is above.');
  return { MILLRACE_TEST_PROGRAM: join(folder, 'millrace.mjs') };
}

const runChecks = async () => (await runNode(['tools/check.mjs'])) === 0;

async function runUnits(saysAtEnd) {
  const env = { ...docker.env, ...testPrograms, ...leanMemory, TMPDIR: temporary };
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`];
  const selected = isChangedOnly ? ['--changed', '--passWithNoTests'] : [];
  const args = [bin('vitest'), 'run', ...reporters, ...selected];
  return (await runNode(args, { env, saysAtEnd })) === 0;
}

async function runBrowser() {
  const env = {
    ...docker.env,
    ...testPrograms,
    TMPDIR: temporary,
    MILLRACE_CHROMIUM: chromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport,
  };
  const selected = isChangedOnly ? ['--only-changed', '--pass-with-no-tests'] : [];
  const args = [bin('playwright'), 'test', '--reporter=list,json', ...selected];
  return (await runNode(args, { cwd: 'e2e', env })) === 0;
}

const [, program] = await built;
const testPrograms = { ...installedPrograms, ...program };
// Units and browser wait for much, so two cores have room for both at once. But where containers change
// the networks of this machine, a browser drops what it is loading.
const isSideBySide = !docker.changesNetworks;
const checks = runChecks();
const units = isSideBySide ? runUnits(true) : checks.then(() => runUnits(false));
const browser = (isSideBySide ? checks : units).then(runBrowser);
const [hasPassedChecks, hasPassedUnits, hasPassedBrowser] = await Promise.all([
  checks,
  units,
  browser,
]);
await docker.stop();

const unit = readReport(unitReport);
const browserResults = readReport(browserReport);
const pages = browserResults?.stats;
rmSync(reports, { recursive: true, force: true });
let passed = (unit?.numPassedTests ?? 0) + (pages?.expected ?? 0);
let failed = (unit?.numFailedTests ?? 0) + (pages?.unexpected ?? 0) + (pages?.flaky ?? 0);
const skipped = (unit?.numPendingTests ?? 0) + (unit?.numTodoTests ?? 0) + (pages?.skipped ?? 0);
if (hasPassedChecks) passed++;
else {
  failed++;
  say('\nThe checks failed: their findings are at the top.');
}
// A runner that broke before it could count must not pass for green.
if (failed === 0 && !(hasPassedUnits && hasPassedBrowser)) failed++;
for (const name of listFailedTests(unit, browserResults)) say(`failed: ${name}`);
say(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(failed === 0 ? 0 : 1);

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * A folder for all that the tests put down. It goes with this process, however that ends, and so does
 * every process that has its data there: nothing that a test started outlives the tests.
 */
function guardedFolder() {
  const folder = mkdtempSync(join(hasRoomInMemory() ? memory : tmpdir(), 'millrace-'));
  // Steps that run as another account must get to what is theirs in it.
  chmodSync(folder, 0o711);
  const guard = spawn(pinnedNode, [join(root, 'e2e', 'support', 'guard-process.ts')], {
    stdio: ['pipe', 'ignore', 'inherit'],
    // Ctrl-C ends the tests; it ends after them.
    detached: true,
  });
  guard.stdin.write(`${folder}\n`);
  guard.unref();
  guard.stdin.unref();
  return folder;
}

/** Whether tests can put down all they have in memory, where nobody waits for a disk, and run programs there. */
function hasRoomInMemory() {
  if (process.env.TMPDIR) return false;
  let folder;
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize < testBytes || freemem() < 2 * testBytes) return false;
    folder = mkdtempSync(join(memory, 'millrace-'));
    const program = join(folder, 'program');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
    return spawnSync(program).status === 0;
  } catch {
    return false;
  } finally {
    if (folder) rmSync(folder, { recursive: true, force: true });
  }
}
