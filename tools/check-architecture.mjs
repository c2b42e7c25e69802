// Checks that the pages about the architecture name only existing paths, and that the source tree lists every
// folder, except those of features.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, say } from './setup.mjs';

const treePage = 'docs/source-tree.md';
const pages = ['ARCHITECTURE.md', 'docs/data-flows.md'];
const tree = readFileSync(join(root, treePage), 'utf8').replace(/^#.*?```/s, '');

const git = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
const listed = spawnSync('git', git, { cwd: root, encoding: 'utf8' }).stdout;
const files = listed.split('\0').filter(Boolean);
const folders = new Set();
for (const file of files) {
  for (let dir = dirname(file); dir !== '.'; dir = dirname(dir)) folders.add(dir);
}
const paths = new Set([...files, ...folders]);

const problems = [];
const named = new Set();
/**
 * Most recent entry without indentation, and most recent entry below it. If an entry has children, all of its
 * folders must be listed.
 */
let base = '';
let entry = '';
const entries = new Set();
const complete = new Set(['.']);
for (const line of tree.split('\n')) {
  const [, indent, first] = /^( *)(\S*)/.exec(line);
  if (indent === '') base = entry = join(first);
  if (indent.length === 2) {
    entry = join(base, first);
    if (entries.has(entry)) problems.push(`${treePage}: ${entry} is listed twice`);
    entries.add(entry);
    complete.add(join(base, '.'));
  }
  for (const [name] of line.matchAll(/(?<![\w./])[\w.-]+(\/[\w.-]+)*(\/|\.(tsx?|mjs)\b)/g)) {
    const path = [entry, base, ''].map((from) => join(from, name, '.')).find((at) => paths.has(at));
    if (path) for (let dir = path; dir !== '.'; dir = dirname(dir)) named.add(dir);
    else problems.push(`${treePage}: ${name} does not exist in this folder`);
  }
}
for (const dir of folders) {
  if (complete.has(dirname(dir)) && !named.has(dir))
    problems.push(`${treePage}: ${dir}/ is missing`);
}

/**
 * Paths as the pages write them: `contract/api/<resource>.ts` is, for example,
 * `packages/contract/src/api/builds.ts`.
 */
const places = [...paths].map((path) => `/${path.replace('/src/', '/')}`);
for (const page of pages) {
  const prose = readFileSync(join(root, page), 'utf8');
  for (const [, name] of prose.matchAll(/`([\w.*<>-]+(?:\/[\w.*<>-]+)*)`/g)) {
    if (!/\/|\.(tsx?|mjs|cjs)$/.test(name)) continue;
    const parts = name.split(/\*|<\w+>/).map((part) => RegExp.escape(part));
    const pattern = new RegExp(`/${parts.join('[^/]+')}$`);
    if (!places.some((path) => pattern.test(path)))
      problems.push(`${page}: ${name} does not exist`);
  }
}

/** A feature is described where it is declared, and nowhere else. */
const declaration = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\nexport const \w+: CreateFeature/;
for (const file of files) {
  if (!/^apps\/server\/src\/features\/[^/]+\/index\.ts$/.test(file)) continue;
  if (!declaration.test(readFileSync(join(root, file), 'utf8')))
    problems.push(`${file}: the feature has no comment that says what it is for`);
}

for (const problem of problems) say(problem);
process.exit(problems.length === 0 ? 0 : 1);
