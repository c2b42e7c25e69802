// Checks that the documents that describe the API and the pipeline file for programs match the contract, so that
// their changes are visible in the diff.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createOpenApi } from '@millrace/contract/openapi';
import { createPipelineSchema } from '@millrace/pipeline';
import { readOr, root, say } from './setup.mjs';

const { version } = JSON.parse(readFileSync(join(root, 'apps/server/package.json'), 'utf8'));
const documents = {
  'docs/openapi.json': createOpenApi(version),
  'docs/pipeline-schema.json': createPipelineSchema(),
};

for (const [page, document] of Object.entries(documents)) {
  const wanted = `${JSON.stringify(document, null, 2)}\n`;
  if (process.argv.includes('--write')) {
    writeFileSync(join(root, page), wanted);
  } else if (readOr(join(root, page), '') !== wanted) {
    say(`${page} is outdated. Run npm run openapi to update it.`);
    process.exitCode = 1;
  }
}
