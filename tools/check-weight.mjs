// Checks the size of the built UI: the compressed bytes that a page loads first, without fonts, and the
// number of files.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root, say } from './setup.mjs';

const dist = join(root, 'apps', 'web', 'dist');
const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'));

/** Parts that every page loads after its first paint. */
const later = ['live'];

/** Limits for scripts and styles, in kilobytes of 1000 bytes as transferred. */
const budgets = [
  { page: 'the first paint', parts: [], maxKilobytes: 110, maxFiles: 5 },
  {
    page: 'the dashboard',
    parts: [...later, 'dashboard-screen'],
    maxKilobytes: 146,
    maxFiles: 16,
  },
  {
    page: 'a failed build with its log',
    parts: [...later, 'build-screen', 'failure'],
    maxKilobytes: 180,
    maxFiles: 16,
  },
  {
    page: 'the settings of a repository',
    parts: [...later, 'repo-settings-screen'],
    maxKilobytes: 180,
    maxFiles: 16,
  },
];

function moduleOf(part) {
  const module = Object.keys(manifest).find((key) => manifest[key].name === part);
  if (!module) throw new Error(`The interface has no file ${part}.`);
  return module;
}

function filesOf(module, into = new Set()) {
  const { file, css = [], imports = [] } = manifest[module];
  for (const name of [file, ...css]) {
    if (into.has(name)) return into;
    into.add(name);
  }
  for (const imported of imports) filesOf(imported, into);
  return into;
}

/**
 * Returns the transferred bytes: the size of the precompressed file, or of the file as a server would
 * compress it.
 */
function weigh(path) {
  return existsSync(`${path}.gz`)
    ? statSync(`${path}.gz`).size
    : gzipSync(readFileSync(path)).length;
}

let failed = false;
for (const { page, parts, maxKilobytes, maxFiles } of budgets) {
  const files = new Set(['static/before-interface.1.js']);
  for (const part of ['index', ...parts])
    for (const file of filesOf(moduleOf(part))) files.add(file);
  const bytes = [...files].reduce((sum, file) => sum + weigh(join(dist, file)), 0);
  const isTooHeavy = bytes > maxKilobytes * 1000 || files.size > maxFiles;
  failed ||= isTooHeavy;
  if (process.argv.includes('--files'))
    for (const file of files) say(`  ${weigh(join(dist, file))} ${file}`);
  const weight = `${(bytes / 1000).toFixed(1)} kB of ${maxKilobytes} kB in ${files.size} of ${maxFiles} files`;
  say(`${page}: ${weight}${isTooHeavy ? ', too heavy' : ''}`);
}
process.exit(failed ? 1 : 0);
