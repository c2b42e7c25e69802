// Usage: pack.mjs FOLDER. Creates the npm package, as a folder `millrace` and as the archive that npm
// publishes.
import { copyFileSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { say } from '../setup.mjs';
import { buildPackage, packPackage, sbomFile } from './build-package.mjs';

const to = resolve(process.argv[2]);
mkdirSync(to, { recursive: true });
await buildPackage(join(to, 'millrace'));
const archive = packPackage(join(to, 'millrace'), to);
copyFileSync(join(to, 'millrace', sbomFile), archive.replace(/\.tgz$/, '.cdx.json'));
say(archive);
