// `npm run millrace -- COMMAND …`: the program `millrace` of this checkout.
import { ensureDependencies, requireTools, runNode } from './setup.mjs';

requireTools();
ensureDependencies();
process.exit(await runNode(['apps/server/src/main.ts', ...process.argv.slice(2)]));
