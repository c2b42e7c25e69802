// `npm run settings`: writes the tables of settings to the docs.
import { ensureDependencies, runNode } from './setup.mjs';

await ensureDependencies();
process.exit(await runNode(['tools/check-settings.mjs', '--write']));
