// `npm run pack`: creates the npm package `millrace` as dist/millrace-VERSION.tgz.
import { ensureDependencies, ensureDocs, ensureWebBuild, requireTools, runNode } from './setup.mjs';

requireTools();
await ensureDependencies();
await ensureWebBuild();
await ensureDocs();
process.exit(await runNode(['tools/package/pack.mjs', 'dist']));
