// Checks the size of the built UI: the compressed bytes that a page loads first, without fonts, and the
// number of files.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root, say } from './setup.mjs';

/** Kilobytes of 1000 bytes, as the network counts. */
const budgets = [
  { page: 'the dashboard', screen: [], maxKilobytes: 120, maxFiles: 8 },
  {
    page: 'a build with its log',
    screen: ['src/screens/build-screen.tsx'],
    maxKilobytes: 170,
    maxFiles: 14,
  },
  {
    page: 'the settings of a repository',
    screen: ['src/screens/repo-settings-screen.tsx'],
    maxKilobytes: 170,
    maxFiles: 14,
  },
];

const dist = join(root, 'apps', 'web', 'dist');
const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'));

function filesOf(module, into = new Set()) {
  const { file, css = [], imports = [] } = manifest[module];
  for (const name of [file, ...css]) {
    if (into.has(name)) return into;
    into.add(name);
  }
  for (const imported of imports) filesOf(imported, into);
  return into;
}

/** Transferred bytes: of the precompressed file if there is one, else as a server would compress it. */
function weigh(path) {
  return existsSync(`${path}.gz`)
    ? statSync(`${path}.gz`).size
    : gzipSync(readFileSync(path)).length;
}

let failed = false;
for (const { page, screen, maxKilobytes, maxFiles } of budgets) {
  const files = new Set(['index.html', 'static/before-interface.1.js']);
  for (const module of ['index.html', ...screen])
    for (const file of filesOf(module)) files.add(file);
  const bytes = [...files].reduce((sum, file) => sum + weigh(join(dist, file)), 0);
  const isOver = bytes > maxKilobytes * 1000 || files.size > maxFiles;
  failed ||= isOver;
  if (process.argv.includes('--files'))
    for (const file of files) say(`  ${weigh(join(dist, file))} ${file}`);
  const weight = `${(bytes / 1000).toFixed(1)} kB of ${maxKilobytes} kB in ${files.size} of ${maxFiles} files`;
  say(`${page}: ${weight}${isOver ? ', too heavy' : ''}`);
}
process.exit(failed ? 1 : 0);
