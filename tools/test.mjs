// `npm test`: every check and every test, on a fresh machine too. The last line counts the tests.
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureDocker } from './docker.mjs';
import { ensureDroneCli } from './drone-cli.mjs';
import {
  bin,
  ensureChromium,
  ensureDependencies,
  ensureHeadlessShell,
  ensureWebBuild,
  pinnedNode,
  requireTools,
  root,
  runNode,
  say,
} from './setup.mjs';

requireTools();
ensureDependencies();
const chromium = ensureChromium();
const headlessShell = ensureHeadlessShell(chromium);
const droneCli = ensureDroneCli();
const docker = await ensureDocker();

const temporary = guardedFolder();
const reports = mkdtempSync(join(tmpdir(), 'millrace-test-'));
const unitReport = join(reports, 'unit.json');
const browserReport = join(reports, 'browser.json');

const hasPassedChecks = (await runNode(['tools/check.mjs'])) === 0;

say('\n— unit and integration tests');
const hasPassedUnits =
  (await runNode(
    [
      bin('vitest'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${unitReport}`,
    ],
    { env: { ...docker.env, ...droneCli, TMPDIR: temporary } },
  )) === 0;

ensureWebBuild();
say('\n— browser tests');
const hasPassedBrowser =
  (await runNode([bin('playwright'), 'test', '--reporter=list,json'], {
    cwd: 'e2e',
    env: {
      ...docker.env,
      TMPDIR: temporary,
      MILLRACE_CHROMIUM: chromium,
      MILLRACE_HEADLESS_SHELL: headlessShell,
      PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport,
    },
  })) === 0;
await docker.stop();

const unit = readReport(unitReport);
const browser = readReport(browserReport)?.stats;
rmSync(reports, { recursive: true, force: true });
let passed = (unit?.numPassedTests ?? 0) + (browser?.expected ?? 0);
let failed = (unit?.numFailedTests ?? 0) + (browser?.unexpected ?? 0) + (browser?.flaky ?? 0);
const skipped = (unit?.numPendingTests ?? 0) + (unit?.numTodoTests ?? 0) + (browser?.skipped ?? 0);
if (hasPassedChecks) passed++;
else {
  failed++;
  say('\nThe checks failed: their findings are at the top.');
}
// A runner that broke before it could count must not pass for green.
if (failed === 0 && !(hasPassedUnits && hasPassedBrowser)) failed++;
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
  const folder = mkdtempSync(join(tmpdir(), 'millrace-'));
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
