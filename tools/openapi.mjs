// `npm run openapi`: writes the description of the API to docs.
import { ensureDependencies, runNode } from './setup.mjs';

await ensureDependencies();
process.exit(await runNode(['tools/check-openapi.mjs', '--write']));
