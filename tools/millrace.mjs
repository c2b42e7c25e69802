// `npm run millrace -- COMMAND …`: runs the program `millrace` of this checkout.
import { ensureDependencies, requireTools, runNode } from './setup.mjs';

requireTools();
await ensureDependencies();
process.exit(await runNode(['apps/server/src/main.mjs', ...process.argv.slice(2)]));
