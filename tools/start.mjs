// `npm start`: installs missing dependencies, builds the program, the UI and the docs if necessary, and runs
// the complete server.
import {
  ensureDependencies,
  ensureDocs,
  ensureProgram,
  ensureWebBuild,
  requireTools,
  runNode,
} from './setup.mjs';

requireTools();
await ensureDependencies();
const [program] = await Promise.all([ensureProgram(), ensureWebBuild(), ensureDocs()]);
process.exit(await runNode([program, 'server']));
