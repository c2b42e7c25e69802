// Checks that docs/openapi.json matches the contract, so that changes of the API are visible in the diff.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createOpenApi } from '@millrace/contract/openapi';
import { readOr, root, say } from './setup.mjs';

const page = 'docs/openapi.json';
const { version } = JSON.parse(readFileSync(join(root, 'apps/server/package.json'), 'utf8'));
const wanted = `${JSON.stringify(createOpenApi(version), null, 2)}\n`;

if (process.argv.includes('--write')) {
  writeFileSync(join(root, page), wanted);
} else if (readOr(join(root, page), '') !== wanted) {
  say(`${page} is outdated. Run npm run openapi to update it.`);
  process.exit(1);
}
