// `npm run millrace -- COMMAND …`: runs the program `millrace` of this checkout.
import { ensureDependencies, ensureProgram, requireTools, runNode } from './setup.mjs';

requireTools();
await ensureDependencies();
process.exit(await runNode([await ensureProgram(), ...process.argv.slice(2)]));
