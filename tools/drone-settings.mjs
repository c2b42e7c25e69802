// `npm run drone-settings`: writes the table of settings of Drone to docs/moving-from-drone.md.
import { ensureDependencies, runNode } from './setup.mjs';

await ensureDependencies();
process.exit(await runNode(['tools/check-drone-settings.mjs', '--write']));
