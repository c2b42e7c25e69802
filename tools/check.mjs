// `npm run check`: format, lint, types, the rules between folders, unused code. Stops at nothing, so
// that one run shows all there is to mend. `--without-build` leaves out what needs the built interface.
import { bin, ensureDependencies, ensureWebBuild, requireTools, runNode, say } from './setup.mjs';

requireTools();
await ensureDependencies();
const hasBuild = !process.argv.includes('--without-build');
if (hasBuild) await ensureWebBuild();

const checks = [
  ['format and lint', bin('biome'), 'check', '--error-on-warnings', '.'],
  ['types', bin('tsc'), '--build'],
  [
    'rules between folders',
    bin('depcruise'),
    '--config',
    '.dependency-cruiser.cjs',
    'packages',
    'apps',
    'e2e',
  ],
  ['unused code', bin('knip')],
  ['the module of scripts', 'packages/scripts/engine/build.mjs', '--check'],
  ['folders and files that ARCHITECTURE.md names', 'tools/check-architecture.mjs'],
  ['the API as docs/openapi.json has it', 'tools/check-openapi.mjs'],
  ['calls and the screens that make them', 'tools/check-calls.mjs'],
  ['plain English', 'tools/check-language.mjs'],
  ['decisions', 'tools/check-decisions.mjs'],
  ['what was tried with each source host', 'tools/check-forge-table.mjs'],
  ['Dockerfile and deploy/', 'tools/check-deployment.mjs'],
  ['linters of Dockerfile and deploy/', 'tools/lint-deployment.mjs'],
  ['tests that prove the specification', 'tools/check-coverage.mjs'],
  ['tiers of the test files', 'tools/check-test-tiers.mjs'],
  ...(hasBuild ? [['weight of the pages', 'tools/check-weight.mjs']] : []),
];

let failed = 0;
const waiting = checks.values();
// Each check is one process that often waits: two at once also suit two cores.
await Promise.all([carryOut(), carryOut()]);
say(failed === 0 ? '\nAll checks passed.' : `\n${failed} of ${checks.length} checks failed.`);
process.exit(failed === 0 ? 0 : 1);

async function carryOut() {
  for (const [name, ...command] of waiting) {
    if ((await runNode(command, { saysAtEnd: true, title: `\n— ${name}\n` })) !== 0) failed++;
  }
}
