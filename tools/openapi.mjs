// `npm run openapi`: writes the OpenAPI document to docs/openapi.json.
import { ensureDependencies, runNode } from './setup.mjs';

await ensureDependencies();
process.exit(await runNode(['tools/check-openapi.mjs', '--write']));
