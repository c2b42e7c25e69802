// `npm run forge-table`: runs the conformance tests of the forges and writes their results to
// docs/forges.md.
import { ensureDependencies, ensurePublishedApis, runNode } from './setup.mjs';
import { ensureTestPrograms } from './test-programs.mjs';

await ensureDependencies();
await ensurePublishedApis();
const env = { ...(await ensureTestPrograms(true)), MILLRACE_TEST_DEEP: '1' };
process.exit(await runNode(['tools/check-forge-table.mjs', '--write'], { env }));
