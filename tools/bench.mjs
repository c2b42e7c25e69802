// `npm run bench -- NAME`: runs a benchmark of bench/.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  ensureChromium,
  ensureDependencies,
  ensureProgram,
  ensureWebBuild,
  fail,
  requireTools,
  root,
  runNode,
} from './setup.mjs';
import { ensureTestPrograms } from './test-programs.mjs';

requireTools();
const name = process.argv[2] ?? '';
const script = join(root, 'bench', `${name}.ts`);
if (!name || !existsSync(script)) {
  const names = readdirSync(join(root, 'bench'))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.slice(0, -3));
  fail(`Usage: npm run bench -- NAME, one of: ${names.join(', ')}`);
}
await ensureDependencies();
await ensureWebBuild();
const programs = name === 'moved-logs' ? await ensureTestPrograms(false) : {};
const env = {
  MILLRACE_CHROMIUM: await ensureChromium(),
  MILLRACE_TEST_PROGRAM: await ensureProgram(),
  ...programs,
};
process.exit(await runNode([script, ...process.argv.slice(3)], { env }));
