// Builds the npm package `millrace`: the program as a bundle, and the files that it serves or reads at their paths in the
// checkout.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { basename, join, relative } from 'node:path';
import { bundleProgram } from '../bundle/bundle-program.mjs';
import { root, say } from '../setup.mjs';
import { bundleDependencies } from './bundle-dependencies.mjs';
import { listLicenses } from './licenses.mjs';
import { createSbom } from './sbom.mjs';

const program = 'bin/millrace.js';
/** Software bill of materials, named as CycloneDX recommends. */
export const sbomFile = 'bom.cdx.json';
/** Minimum version for `node:sqlite`; `millrace.js` reports it to an older Node. */
const node = '^22.16.0 || >=24.0.0';
/** Compile target. Newer syntax is transformed for this version. */
const oldestNode = 'node22.16.0';
/** Pages for contributors, which describe files that the package does not contain. */
const pagesOfCheckout = new Set(['source-tree.md', 'specification-coverage.md']);
const notServed = new Set(['.built-from', '.vite']);
/** Files with secrets that people create in `deploy/`, as its docs say. */
const secretsOfPeople = new Set(['.env', 'secret.yaml']);
const read = (path) => readFileSync(join(root, path), 'utf8');

/** Replaces the folder with the package. */
export async function buildPackage(folder) {
  rmSync(folder, { recursive: true, force: true });
  const names = await writeProgram(join(folder, 'program'));
  copyFiles(folder);
  buildEntrypoint(join(folder, 'entrypoint'));
  writeFileSync(join(folder, 'README.md'), packageReadme());
  writeFileSync(join(folder, sbomFile), createSbom());
  writeManifests(folder, names);
}

/** Bundles the program; returns the names of the packages that stay outside of it. */
async function writeProgram(folder) {
  const chunks = await bundleProgram(folder, {
    toUrl: (place) => `new URL('../${relative(root, place)}', import.meta.url)`,
    toSource: (place) => join('..', relative(root, place)),
    target: oldestNode,
  });
  writeFileSync(join(folder, 'LICENSES.md'), listLicenses(chunks));
  const imported = chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]);
  const own = new Set([...chunks.map(({ fileName }) => fileName), ...builtinModules]);
  const foreign = imported.filter((id) => !id.startsWith('node:') && !own.has(id));
  return [...new Set(foreign.map(packageOf))].sort();
}

function packageOf(id) {
  return id.split('/', id.startsWith('@') ? 2 : 1).join('/');
}

function copyFiles(folder) {
  const copy = (from, to = from, filter = () => true) =>
    cpSync(join(root, from), join(folder, to), { recursive: true, filter });
  copy('tools/package/millrace.js', program);
  chmodSync(join(folder, program), 0o755);
  copy('apps/server/samples');
  copy('apps/web/dist', 'apps/web/dist', (path) => !notServed.has(basename(path)));
  copy('apps/web/dist/.vite/license.md', 'apps/web/LICENSES.md');
  copy('packages/scripts/engine/scripts.wasm.br');
  copy('packages/scripts/engine/NOTICE');
  copy('apps/docs/dist', 'apps/docs/dist', (path) => !notServed.has(basename(path)));
  copy('docs', 'docs', (path) => !pagesOfCheckout.has(basename(path)));
  copy('deploy', 'deploy', (path) => !secretsOfPeople.has(basename(path)));
  copy('LICENSE');
  copy('CHANGELOG.md');
}

/** Builds the program that runs steps in a Pod, for the image. Without Go, the package cannot run steps on Kubernetes. */
function buildEntrypoint(folder) {
  for (const GOARCH of ['amd64', 'arm64']) {
    const args = [
      'build',
      '-trimpath',
      '-ldflags=-s -w',
      '-o',
      join(folder, `linux-${GOARCH}`),
      '.',
    ];
    const env = { ...process.env, CGO_ENABLED: '0', GOOS: 'linux', GOARCH };
    const cwd = join(root, 'apps', 'entrypoint');
    const { status, error, stderr } = spawnSync('go', args, { cwd, env, encoding: 'utf8' });
    if (status === 0) continue;
    say(`Steps cannot run on Kubernetes from this package: ${error?.message ?? stderr}`);
    return;
  }
}

/** Returns the README without the section for contributors, which refers to files outside of the package. */
function packageReadme() {
  return read('README.md').replace(/^## Develop\n.*?^(?=Licence: )/ms, '');
}

function writeManifests(folder, names) {
  const { version, description, license } = JSON.parse(read('package.json'));
  writeJson(join(folder, 'package.json'), {
    name: 'millrace',
    version,
    description,
    license,
    type: 'module',
    bin: { millrace: program },
    engines: { node },
    // Attests which commit and CI run published it. Only CI can publish it then.
    publishConfig: { access: 'public', provenance: true },
    dependencies: bundleDependencies(names, folder),
    bundleDependencies: true,
  });
  // The program reads its version from there.
  const nodeKit = join(folder, 'packages', 'node-kit');
  mkdirSync(nodeKit, { recursive: true });
  writeJson(join(nodeKit, 'package.json'), { version, type: 'module' });
}

/** Creates the archive that `npm publish` would upload. */
export function packPackage(folder, to) {
  const [{ filename }] = JSON.parse(npm(folder, ['pack', '--json', '--pack-destination', to]));
  return join(to, filename);
}

/** `npm pack --json` lists every file of the package, more than Node's default of 1 MiB. */
const maxOutputBytes = 16 * 1024 * 1024;

function npm(cwd, args) {
  const { status, stdout, stderr } = spawnSync('npm', [...args, '--no-audit', '--no-fund'], {
    cwd,
    encoding: 'utf8',
    maxBuffer: maxOutputBytes,
  });
  if (status !== 0) throw new Error(`npm ${args[0]} failed: ${stderr}`);
  return stdout;
}

function writeJson(path, value) {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}
