// `npm start`: installs missing dependencies, builds the UI if necessary, and runs the complete server.
import { ensureDependencies, ensureWebBuild, requireTools, runNode } from './setup.mjs';

requireTools();
await ensureDependencies();
await ensureWebBuild();
process.exit(await runNode(['apps/server/src/main.mjs', 'server']));
