// `npm run pack`: creates the npm package `millrace` as dist/millrace-VERSION.tgz.
import { ensureDependencies, ensureWebBuild, requireTools, runNode } from './setup.mjs';

requireTools();
await ensureDependencies();
await ensureWebBuild();
process.exit(await runNode(['tools/package/pack.mjs', 'dist']));
