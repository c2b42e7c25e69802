// Usage: pack.mjs FOLDER. Creates the npm package, as a folder `millrace` and as the archive that npm
// publishes.
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { say } from '../setup.mjs';
import { buildPackage, packPackage } from './build-package.mjs';

const to = resolve(process.argv[2]);
mkdirSync(to, { recursive: true });
await buildPackage(join(to, 'millrace'));
say(packPackage(join(to, 'millrace'), to));
