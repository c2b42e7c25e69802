// `npm run forge-table`: plays the situations of source hosts, and writes what came of them to docs.
import { ensureDependencies, ensurePublishedApis, runNode } from './setup.mjs';
import { ensureTestPrograms } from './test-programs.mjs';

await ensureDependencies();
await ensurePublishedApis();
const env = { ...(await ensureTestPrograms(true)), MILLRACE_TEST_DEEP: '1' };
process.exit(await runNode(['tools/check-forge-table.mjs', '--write'], { env }));
