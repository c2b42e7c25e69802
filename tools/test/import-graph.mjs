// Finds which modules of the repository import which.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readOr, root } from '../setup.mjs';

/**
 * Returns the modules that import one of these files, directly or through others, with the number of imports
 * between. The files themselves have the distance 0.
 */
export function findImporters(files, all) {
  const importers = new Map();
  for (const path of all.filter((name) => code.test(name)))
    for (const imported of listImports(path))
      importers.set(imported, [...(importers.get(imported) ?? []), path]);
  const distances = new Map(files.map((path) => [path, 0]));
  for (const [path, distance] of distances)
    for (const importer of importers.get(path) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1);
  return distances;
}

const code = /\.(ts|tsx|mjs)$/;
const specifier =
  /(?:\bfrom|\bimport|\bimport\(|new URL\()\s*['"](\.{1,2}\/[^'"]+|@millrace\/[^'"]+)['"]/g;
const packages = new Map();

/** Lists the modules of the repository that a module imports, relative to the root. */
export function listImports(path) {
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
