// Finds test files, the modules that they import, and what has to be prepared for them.

import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fail, readOr, root } from '../setup.mjs';
import { listChanged, listFiles } from './git-files.mjs';
import { findImporters, listImports } from './import-graph.mjs';

const testFile = /\.(test|spec)\.tsx?$/;
/** Test files that need only the installed dependencies. */
const pure =
  /^(packages\/(pipeline|build-rules|convert|contract|node-kit|scripts)|apps\/web|tools)\//;
/** Code that tests share. Only there, tests read which programs they may use. */
const shared = /\/testing\/|^packages\/test-support\/|^e2e\/(support|pages|engines)\//;

/** Limits of `--changed`: on two idle cores, the tests and the checks should take less than a minute. */
const maxChanged = { units: 8, browser: 2 };
/** Browser tests run only if they import a changed file directly: each takes seconds. */
const maxBrowserRank = 2;
/** Tests of several seconds, which `--changed` runs only if they are near to the change. */
const slow = /crash|backup|import|\.postgres\.|commands\/|many-crons|locked-database|forks-matrix/;
/** More than the length of any chain of imports. */
const farAway = 1000;

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

/**
 * Returns the test files that import a changed file, the nearest first: those in the folder of a changed file,
 * then those with its name in their path, then those with the shortest chain of imports. Nearly all tests
 * import the contract, or start a whole server, so there is a limit. `omitted` is the number of files beyond it.
 */
export function findChangedTests() {
  const changed = listChanged();
  const distances = findImporters(changed, listFiles());
  const folders = new Set(changed.map((path) => dirname(path)));
  const names = changed.map((path) => `/${stemOf(path)}`);
  const rankOf = (path) => {
    if (folders.has(dirname(path))) return 0;
    if (names.some((name) => path.includes(name))) return 1;
    return distances.get(path) + (slow.test(path) ? farAway : 1);
  };
  const all = [...distances.keys()]
    .filter((path) => testFile.test(path) && !isDeepTest(path))
    .toSorted((a, b) => rankOf(a) - rankOf(b) || a.localeCompare(b));
  const isNear = (path) => rankOf(path) <= maxBrowserRank;
  const browser = all.filter(isBrowserTest).filter(isNear).slice(0, maxChanged.browser);
  const units = all.filter((path) => !isBrowserTest(path)).slice(0, maxChanged.units);
  const files = [...units, ...browser];
  return { files, omitted: all.length - files.length };
}

/** Returns the first word of a file name in the singular: `cron` of `cron-store.ts` and of `crons.ts`. */
function stemOf(path) {
  return basename(path)
    .replace(/[-.].*$/, '')
    .replace(/s$/, '');
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
