// `npm run check`: checks format, lint, types, import rules and unused code. Runs all checks even if one
// fails, so that one run reports everything to fix. `--without-build` skips the checks that need the built
// UI. `--changed` checks the format of changed files alone, and caches what two checks read.
import { join } from 'node:path';
import {
  bin,
  ensureDependencies,
  ensureDocs,
  ensureWebBuild,
  requireTools,
  root,
  runNode,
  say,
} from './setup.mjs';
import { listChanged } from './test/git-files.mjs';

requireTools();
await ensureDependencies();
const hasBuild = !process.argv.includes('--without-build');
if (hasBuild) await Promise.all([ensureWebBuild(), ensureDocs()]);

const isChangedOnly = process.argv.includes('--changed');
const cache = join(root, 'node_modules', '.cache', 'millrace-checks');
const biome = [bin('biome'), 'check', '--error-on-warnings', '--no-errors-on-unmatched'];
const depcruiseCache = ['--cache', join(cache, 'depcruise'), '--cache-strategy', 'metadata'];
const knipCache = ['--cache', '--cache-location', join(cache, 'knip')];

/** The longest first, so that two of them do not wait for one at the end. */
const checks = [
  // Each checker of a project instantiates the types that it needs: one takes two thirds of the time of four.
  ['types', bin('tsc'), '--build', '--checkers', '1'],
  ['format and lint', ...biome, ...(isChangedOnly ? ['--', ...listChanged()] : ['.'])],
  [
    'rules between folders',
    bin('depcruise'),
    '--config',
    '.dependency-cruiser.cjs',
    ...(isChangedOnly ? depcruiseCache : []),
    'packages',
    'apps',
    'e2e',
  ],
  ['unused code', bin('knip'), ...(isChangedOnly ? knipCache : [])],
  ['script engine module', 'packages/scripts/engine/build.mjs', '--check'],
  ['paths in the pages about the structure', 'tools/check-architecture.mjs'],
  ['calls and their screens', 'tools/check-calls.mjs'],
  ['plain English', 'tools/check-language.mjs'],
  ['decisions', 'tools/check-decisions.mjs'],
  ['conformance table of the forges', 'tools/check-forge-table.mjs'],
  ['tables of settings', 'tools/check-settings.mjs'],
  ['Dockerfile and deploy/', 'tools/check-deployment.mjs'],
  ['linters of Dockerfile and deploy/', 'tools/lint-deployment.mjs'],
  ['tests for the specification', 'tools/check-coverage.mjs'],
  ['tiers of the test files', 'tools/check-test-tiers.mjs'],
  ...(hasBuild ? [['size of the pages', 'tools/check-weight.mjs']] : []),
];

let failed = 0;
const waiting = checks.values();
// Two checks run in parallel on two cores, because each is one process that often waits.
await Promise.all([runChecks(), runChecks()]);
say(failed === 0 ? '\nAll checks passed.' : `\n${failed} of ${checks.length} checks failed.`);
process.exit(failed === 0 ? 0 : 1);

async function runChecks() {
  for (const [name, ...command] of waiting) {
    if ((await runNode(command, { saysAtEnd: true, title: `\n— ${name}\n` })) !== 0) failed++;
  }
}
