// `npm run openapi`: writes docs/openapi.json and docs/pipeline-schema.json.
import { ensureDependencies, runNode } from './setup.mjs';

await ensureDependencies();
process.exit(await runNode(['tools/check-api-documents.mjs', '--write']));
