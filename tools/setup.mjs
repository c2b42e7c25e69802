// Prepares a fresh machine for the commands of this repository. This file and its callers must run on the
// oldest Node that can install the pinned one.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const minNodeMajor = 20;
/** Time for the last output of a child process after its exit. */
const maxOutputMs = 5_000;
/** A program that nothing runs is deleted after this time. */
const maxProgramMs = 24 * 3600_000;
const chromiumPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const headlessShell = '/usr/bin/chromium-headless-shell';

export function say(text) {
  process.stdout.write(`${text}\n`);
}

export function fail(text) {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

/** Exits with an error message if Node is too old or git is missing. */
export function requireTools() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < minNodeMajor) {
    fail(
      `Millrace needs Node ${minNodeMajor} or newer to set itself up; this is ${process.versions.node}.`,
    );
  }
  if (spawnSync('git', ['--version']).status !== 0) {
    fail('Millrace needs git, and "git" was not found. Install it and start again.');
  }
}

/** Installs the dependencies in the lockfile, unless they are installed already. */
export async function ensureDependencies() {
  await installLocked(
    root,
    'Installing dependencies from the lockfile (about half a minute, once) …',
  );
  if (!existsSync(pinnedNode)) {
    fail(
      'The pinned Node was not installed: npm must be allowed to run the install script of "node".',
    );
  }
}

/** Installs the published API descriptions of forges, used only by tests. */
export function ensurePublishedApis() {
  const folder = join(root, 'tools', 'published-apis');
  return installLocked(
    folder,
    'Installing the API description published by GitHub, for the tests (once) …',
  );
}

/** Installs a Postgres that the tests start. */
export function ensurePostgres() {
  const folder = join(root, 'tools', 'postgres');
  return installLocked(folder, 'Installing PostgreSQL for the tests (20 MB, once) …');
}

/** Installs the oldest Node supported by the npm package. */
export function ensureOldestNode() {
  const folder = join(root, 'tools', 'oldest-node');
  return installLocked(
    folder,
    'Installing the oldest Node that runs the package, for the tests (once) …',
  );
}

async function installLocked(folder, announcement) {
  const stamp = join(folder, 'node_modules', '.millrace-lock');
  const wanted = hashOf([readFileSync(join(folder, 'package-lock.json'))]);
  if (readOr(stamp, '') === wanted) return;
  say(announcement);
  const npm = spawn('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const status = await new Promise((resolve) => {
    npm.on('error', () => resolve(1));
    npm.on('close', resolve);
  });
  if (status !== 0) fail('The dependencies could not be installed; the reason is above.');
  writeFileSync(stamp, wanted);
}

/** Node of this repository, installed with the dependencies. */
export const pinnedNode = join(root, 'node_modules', 'node', 'bin', 'node');

/** Builds the web UI in a separate process, unless the build is up to date. */
export async function ensureWebBuild() {
  const web = join(root, 'apps', 'web');
  const stamp = join(web, 'dist', '.built-from');
  const inputs = [
    join(web, 'src'),
    join(web, 'public'),
    join(web, 'index.html'),
    join(web, 'vite.config.ts'),
    join(root, 'packages', 'contract', 'src'),
    join(root, 'packages', 'pipeline', 'src'),
    join(root, 'package-lock.json'),
  ];
  const wanted = hashOf(inputs.flatMap(fingerprints));
  if (readOr(stamp, '') === wanted) return;
  say('Building the web interface (a few seconds, only after changes) …');
  const exitCode = await runNode([bin('vite'), 'build', '--logLevel', 'warn'], { cwd: web });
  if (exitCode !== 0) fail('The web interface could not be built; the reason is above.');
  writeFileSync(stamp, wanted);
}

/** Builds the documentation as a site, unless it is up to date. */
export async function ensureDocs() {
  const site = join(root, 'apps', 'docs');
  const stamp = join(site, 'dist', '.built-from');
  const inputs = [
    join(site, 'src'),
    join(root, 'docs'),
    join(root, 'apps', 'web', 'src', 'ui', 'tokens.css'),
    join(root, 'packages', 'contract', 'src'),
    join(root, 'packages', 'pipeline', 'src'),
    join(root, 'packages', 'node-kit', 'package.json'),
    // The table of calls says which parts of the interface make them.
    join(root, 'apps', 'web', 'src'),
    join(root, 'package-lock.json'),
  ];
  const wanted = hashOf(inputs.flatMap(fingerprints));
  if (readOr(stamp, '') === wanted) return;
  const exitCode = await runNode([join(site, 'src', 'build.mjs')]);
  if (exitCode !== 0) fail('The documentation could not be built; the reason is above.');
  writeFileSync(stamp, wanted);
}

/**
 * Bundles `millrace`, unless the bundle is up to date, and returns the file to start. Each version has its own
 * folder, because another process may be using an earlier one.
 */
export async function ensureProgram() {
  const cache = join(root, 'node_modules', '.cache', 'millrace-program');
  const sources = [
    'apps/server',
    'apps/runner',
    'packages/contract',
    'packages/node-kit',
    'packages/pipeline',
    'packages/build-rules',
    'packages/convert',
    'packages/build-host',
    'apps/cli',
  ];
  const inputs = [
    ...sources.map((name) => join(root, name, 'src')),
    join(root, 'packages', 'scripts'),
    join(root, 'tools', 'bundle'),
    join(root, 'package-lock.json'),
  ];
  const folder = join(cache, hashOf(inputs.flatMap(fingerprints)).slice(0, 12));
  const program = join(folder, 'millrace.mjs');
  if (existsSync(program)) return program;
  say('Bundling the program (a few seconds, only after changes) …');
  const draft = `${folder}-${process.pid}`;
  const exitCode = await runNode(['tools/bundle/bundle-checkout.mjs', draft]);
  if (exitCode !== 0) fail('The program could not be bundled; the reason is above.');
  deleteUnusedPrograms(cache);
  // A run beside this one may have been faster.
  if (existsSync(folder)) rmSync(draft, { recursive: true });
  else renameSync(draft, folder);
  return program;
}

/** A server that runs for months loads parts of its program now and then. */
function deleteUnusedPrograms(cache) {
  const { status, stdout } = spawnSync('ps', ['-A', '-ww', '-o', 'args'], { encoding: 'utf8' });
  if (status !== 0) return;
  for (const name of readdirSync(cache)) {
    const old = join(cache, name);
    const isOld = Date.now() - statSync(old).mtimeMs > maxProgramMs;
    if (isOld && !stdout.includes(old)) rmSync(old, { recursive: true, force: true });
  }
}

/** Finds a Chromium for the browser tests; installs Debian's if there is none. */
export async function ensureChromium() {
  const found = () => chromiumPaths.find((path) => existsSync(path));
  if (process.env.MILLRACE_CHROMIUM) return process.env.MILLRACE_CHROMIUM;
  if (!found()) {
    say('Installing Chromium for the browser tests (a minute or two, once) …');
    await installPackages(['chromium']);
  }
  const chromium = found();
  if (!chromium) {
    fail(
      'The browser tests need Chromium: install it, or name the program in MILLRACE_CHROMIUM, and start again.',
    );
  }
  return (await ensureHeadlessShell()) ? headlessShell : chromium;
}

/** Installs a Chromium without windows, which needs half the time. Debian packages it separately. */
async function ensureHeadlessShell() {
  if (!existsSync(headlessShell) && isRoot() && existsSync('/usr/bin/apt-get')) {
    say('Installing the headless Chromium for the browser tests …');
    await installPackages(['chromium-headless-shell']);
  }
  return existsSync(headlessShell);
}

export function isRoot() {
  return process.getuid?.() === 0;
}

let installed = Promise.resolve();

/**
 * Installs Debian packages once a running installation has finished. The caller must check whether it
 * succeeded.
 */
export function installPackages(names) {
  const apt = isRoot() ? ['apt-get'] : ['sudo', '-n', 'apt-get'];
  const run = (args) =>
    new Promise((resolve) => {
      const child = spawn(apt[0], [...apt.slice(1), ...args], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
      child.once('error', resolve);
      child.once('close', resolve);
    });
  installed = installed
    .then(() => run(['update', '-qq']))
    .then(() => run(['install', '-y', '-qq', '--no-install-recommends', ...names]));
  return installed;
}

/**
 * Downloads a Debian package and unpacks it into a folder. Unlike an installation, this starts no service and
 * needs no root. The caller must check whether it succeeded.
 */
export async function unpackPackage(name, folder) {
  mkdirSync(dirname(folder), { recursive: true });
  // Two runs may unpack at the same time.
  const draft = mkdtempSync(`${folder}-`);
  const options = { cwd: draft, timeout: 120_000, stdio: 'ignore' };
  if (spawnSync('apt-get', ['download', '-qq', name], options).status !== 0 && isRoot()) {
    // A fresh container has no lists of packages.
    await installPackages([]);
    spawnSync('apt-get', ['download', '-qq', name], options);
  }
  const [packed] = readdirSync(draft).filter((file) => file.endsWith('.deb'));
  if (packed && spawnSync('dpkg', ['-x', packed, '.'], options).status === 0) {
    rmSync(join(draft, packed));
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
  }
  rmSync(draft, { recursive: true, force: true });
}

export function has(program) {
  return find(program) !== '';
}

/** Returns the path of a program of this machine; empty if there is none. */
export function find(program) {
  const found = spawnSync('/bin/sh', ['-c', `command -v ${program}`], { encoding: 'utf8' });
  return found.stdout?.trim() ?? '';
}

/** Returns the path of an installed command line tool. */
export function bin(name) {
  return join(root, 'node_modules', '.bin', name);
}

/**
 * Runs a script on the pinned Node; resolves with its exit code. Forwards signals. For parallel processes,
 * the output can be printed at the end (`saysAtEnd`), below a `title`, or not at all (`isSilent`).
 */
export function runNode(args, options = {}) {
  const env = { ...process.env, ...options.env };
  env.PATH = `${join(root, 'node_modules', '.bin')}:${env.PATH ?? ''}`;
  const stdio = options.isSilent
    ? 'ignore'
    : options.saysAtEnd
      ? ['inherit', 'pipe', 'pipe']
      : 'inherit';
  const child = spawn(pinnedNode, args, { cwd: options.cwd ?? root, stdio, env });
  const chunks = [];
  for (const output of [child.stdout, child.stderr])
    output?.on('data', (part) => chunks.push(part));
  const handOn = (signal) => child.kill(signal);
  // A terminal sends Ctrl-C to the child process too, so this process only waits for its end.
  const wait = () => {};
  process.on('SIGINT', wait);
  process.on('SIGTERM', handOn);
  process.on('SIGHUP', handOn);
  return new Promise((resolve) => {
    // A process that outlives the child may hold its output open.
    child.on('exit', () => setTimeout(closeOutputs, maxOutputMs, child).unref());
    child.on('close', (code, signal) => {
      process.off('SIGINT', wait);
      process.off('SIGTERM', handOn);
      process.off('SIGHUP', handOn);
      process.stdout.write(Buffer.concat([Buffer.from(options.title ?? ''), ...chunks]));
      resolve(signal ? 1 : (code ?? 1));
    });
  });
}

function closeOutputs({ stdout, stderr }) {
  stdout?.destroy();
  stderr?.destroy();
}

function fingerprints(path) {
  if (!existsSync(path)) return [];
  const stat = statSync(path);
  if (!stat.isDirectory()) return [`${path} ${stat.size} ${stat.mtimeMs}`];
  return readdirSync(path)
    .sort()
    .flatMap((entry) => fingerprints(join(path, entry)));
}

function hashOf(parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

/** Returns the content of a file, or a default if it cannot be read. */
export function readOr(path, or) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return or;
  }
}
