// `npm start`: installs missing dependencies, builds the UI if necessary, and runs the complete server.
import { ensureDependencies, ensureDocs, ensureWebBuild, requireTools, runNode } from './setup.mjs';

requireTools();
await ensureDependencies();
await Promise.all([ensureWebBuild(), ensureDocs()]);
process.exit(await runNode(['apps/server/src/main.mjs', 'server']));
