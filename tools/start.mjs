// `npm start`: sets up what is missing and runs the complete server.
import { ensureDependencies, ensureWebBuild, requireTools, runNode } from './setup.mjs';

requireTools();
await ensureDependencies();
await ensureWebBuild();
process.exit(await runNode(['apps/server/src/main.mjs', 'server']));
