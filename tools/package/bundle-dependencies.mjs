// Copies all dependencies of the package, including transitive ones, so that an installation uses the tested
// versions: npm reads no lockfile of an installed package.
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from '../setup.mjs';

/** Workspace whose versions are installed at the top level. */
const workspace = join(root, 'apps/server');
/** Types and source maps, which are not copied. */
const unusedFile = /\.([cm]?ts|map)$/;

/** Copies the packages with their dependencies; resolves with the versions of the packages. */
export function bundleDependencies(names, folder) {
  const tree = new Map();
  const added = names.map((name) => add(tree, name, find(name, workspace), ''));
  // Direct dependencies are already at the top level, so that the programs find their own versions.
  for (const each of added) addNeeded(tree, each);
  for (const [path, from] of tree) copy(from, join(folder, path));
  return Object.fromEntries(names.map((name, at) => [name, added[at].manifest.version]));
}

function add(tree, name, from, below) {
  if (!from) throw new Error(`${name} is not installed: run npm ci`);
  const path = join(below, 'node_modules', name);
  tree.set(path, from);
  return { path, from, manifest: JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')) };
}

function addNeeded(tree, { path, from, manifest }) {
  const optional = { ...manifest.optionalDependencies, ...manifest.peerDependencies };
  for (const name of Object.keys({ ...optional, ...manifest.dependencies })) {
    const needed = find(name, from);
    if (!needed && name in optional) continue;
    const known = foldersAbove(path).map((folder) => tree.get(join(folder, 'node_modules', name)));
    const nearest = known.find((place) => place !== undefined);
    if (nearest && nearest === needed) continue;
    addNeeded(tree, add(tree, name, needed, nearest ? path : ''));
  }
}

/** Returns the folder in which Node finds a package that a folder imports. */
function find(name, folder) {
  return foldersAbove(folder)
    .map((above) => join(above, 'node_modules', name))
    .find((place) => existsSync(join(place, 'package.json')));
}

function foldersAbove(folder) {
  const above = dirname(folder);
  return [folder, ...(above === folder ? [] : foldersAbove(above))];
}

/**
 * Copies a package without files built on this machine, and without nested packages, which are copied
 * separately.
 */
function copy(from, to) {
  const { scripts = {} } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'));
  const isBuilt = 'install' in scripts || existsSync(join(from, 'binding.gyp'));
  const filter = (file) =>
    !unusedFile.test(file) &&
    file !== join(from, 'node_modules') &&
    !(isBuilt && basename(file) === 'build');
  cpSync(from, to, { recursive: true, filter });
}
