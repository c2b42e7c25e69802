// Finds test files, the modules that they import, and what has to be prepared for them.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fail, readOr, root } from '../setup.mjs';

const testFile = /\.(test|spec)\.tsx?$/;
/** Test files that need only the installed dependencies. */
const pure = /^(packages\/(contract|node-kit|scripts)|apps\/web|tools)\//;
/** Code that tests share. Only there, tests read which programs they may use. */
const shared = /\/testing\/|^packages\/test-support\/|^e2e\/(support|pages)\//;

export const isBrowserTest = (path) => path.endsWith('.spec.ts');
export const isDeepTest = (path) => path.includes('.deep.');

/**
 * Returns the test files that the arguments name, relative to the root of the repository. An argument is a
 * file or a folder, relative to the root or to the current folder. Exits if there are none.
 */
export function findTestFiles(paths) {
  const all = listFiles().filter((path) => testFile.test(path));
  return [...new Set(paths.flatMap((path) => findBelow(path, all)))];
}

function findBelow(path, all) {
  const folder = process.env.INIT_CWD ?? process.cwd();
  const full = [resolve(root, path), resolve(folder, path)].find(existsSync);
  if (!full) return fail(`${path} does not exist.`);
  const wanted = relative(root, full);
  const isFolder = statSync(full).isDirectory();
  const found = all.filter((file) =>
    isFolder ? file.startsWith(`${wanted}/`) && !isDeepTest(file) : file === wanted,
  );
  if (found.length === 0)
    fail(`${path} ${isFolder ? 'contains no test files' : 'is no test file'}.`);
  return found;
}

/** Lists the files of the repository that git tracks or would add. */
function listFiles() {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const { stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  return stdout.split('\n').filter((path) => path !== '');
}

/**
 * Returns what the files need: a text in a test file, or in the shared code that it imports, shows it. A test
 * of a program reads the variable that names it.
 */
export function findNeeds(files) {
  const texts = files.filter((path) => !pure.test(path)).map(readWithSharedCode);
  const mentions = (pattern) => texts.some((text) => pattern.test(text));
  const hasBrowser = files.some(isBrowserTest);
  return {
    web: hasBrowser || mentions(/apps\/web\/dist|findWebDir|npm start/),
    docs: mentions(/docsUrl|apps\/docs/),
    program: texts.length > 0,
    publishedApis: mentions(/published-apis/),
    postgres: files.some((path) => path.startsWith('apps/server/')) || mentions(/startPostgres/),
    oldestNode: mentions(/oldest-node/),
    chromium: hasBrowser,
    docker: mentions(/findDockerHost/),
    /** True if one of the files uses a program that `test-programs.mjs` describes. */
    isProgramNeeded: ({ variable, path }) => mentions(new RegExp(`${variable ?? path}\\b`)),
  };
}

function readWithSharedCode(path) {
  const seen = new Set();
  const waiting = [path];
  for (const file of waiting) {
    if (seen.has(file)) continue;
    seen.add(file);
    waiting.push(...listImports(file).filter((imported) => shared.test(imported)));
  }
  return [...seen].map((file) => readOr(join(root, file), '')).join('\n');
}

const specifier =
  /(?:\bfrom|\bimport|\bimport\(|new URL\()\s*['"](\.{1,2}\/[^'"]+|@millrace\/[^'"]+)['"]/g;
const packages = new Map();

/** Lists the modules of the repository that a module imports, relative to the root. */
function listImports(path) {
  const text = readOr(join(root, path), '');
  return [...text.matchAll(specifier)].map(([, name]) =>
    name.startsWith('.') ? join(dirname(path), name) : resolvePackage(name),
  );
}

/** Returns the file of an import such as `@millrace/contract/api`. */
function resolvePackage(name) {
  const [, folder, rest] = /^@millrace\/([^/]+)(.*)$/.exec(name) ?? [];
  const base = ['packages', 'apps'].map((parent) => join(parent, folder ?? '')).find(isPackage);
  if (!base) return name;
  const { exports = {} } = packages.get(base);
  for (const [key, target] of Object.entries(exports)) {
    if (key === `.${rest}`) return join(base, target);
    const [before, after] = key.split('*');
    if (after === undefined || !`.${rest}`.startsWith(before)) continue;
    return join(base, target.replace('*', `.${rest}`.slice(before.length)));
  }
  return name;
}

function isPackage(folder) {
  const file = join(root, folder, 'package.json');
  if (!packages.has(folder) && existsSync(file))
    packages.set(folder, JSON.parse(readFileSync(file, 'utf8')));
  return packages.has(folder);
}
