// Provides a Docker engine for the tests: the engine of this machine, or a separate one that is isolated from
// others and stops with the tests.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { find, has, installPackages, isRoot, root, say, unpackPackage } from './setup.mjs';

const defaultSocket = '/var/run/docker.sock';
const registryDir = join(root, 'node_modules', '.cache', 'millrace-registry');
const readyMs = 30_000;
const stopMs = 20_000;

/**
 * Finds an engine or starts one for a run. Never fails: without an engine, `env` contains the reason, and the
 * tests that need one are skipped.
 */
export async function ensureDocker(run) {
  const stop = async () => {};
  try {
    if (process.env.DOCKER_HOST) {
      say(`Docker tests use DOCKER_HOST=${process.env.DOCKER_HOST}.`);
      const [, socket] = /^unix:\/\/(.+)$/.exec(process.env.DOCKER_HOST) ?? [];
      if (socket) run.useEngine(socket);
      return { env: await ensureImages(), stop };
    }
    if (!(await answers(defaultSocket))) await installEngine();
    // The installation of a package may have started its services.
    if (await answers(defaultSocket)) {
      say('Docker tests use the Docker engine of this machine.');
      run.useEngine(defaultSocket);
      return { env: await ensureImages(), stop };
    }
    return await startEngine(join(run.diskFolder, 'docker'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    say(`No Docker engine is available, so its tests are skipped: ${reason}`);
    return { env: { MILLRACE_TEST_DOCKER_REASON: reason }, stop };
  }
}

async function installEngine() {
  if (!isRoot()) throw new Error('no engine responds, and only root can start one');
  if (has('dockerd')) return;
  say('Installing docker.io for the Docker tests (a minute, once) …');
  await installPackages(['docker.io']);
  if (!has('dockerd')) throw new Error('docker.io could not be installed');
}

/**
 * Starts a separate engine for the tests, which may run beside other engines. If it is not stopped, the guard
 * of the run kills it and removes its mounts.
 */
async function startEngine(dir) {
  const images = await ensureImages();
  say('Starting a Docker engine for the tests …');
  mkdirSync(dir);
  const socket = join(dir, 'docker.sock');
  const log = openSync(join(dir, 'log'), 'w');
  const [command, ...args] = engineCommand(dir, socket);
  const engine = spawn(command, args, {
    stdio: ['ignore', log, log],
    // Ctrl-C must only reach the tests, which stop the engine when they finish.
    detached: true,
  });
  engine.unref();
  const ended = new Promise((resolve) => {
    engine.once('exit', resolve);
    engine.once('error', resolve);
  });
  const stop = async () => {
    engine.ref();
    engine.kill();
    await Promise.race([ended, wait(stopMs, undefined, { ref: false })]);
  };
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  for (const until = Date.now() + readyMs; !hasEnded && Date.now() < until; await wait(100)) {
    if (await answers(socket)) return { env: { ...images, DOCKER_HOST: `unix://${socket}` }, stop };
  }
  const reason = lastError(join(dir, 'log'));
  await stop();
  throw new Error(
    hasEnded ? `dockerd ended: ${reason}` : `dockerd did not become ready: ${reason}`,
  );
}

/**
 * Returns the command of the engine in its own folder and network namespace. In the namespace of the machine,
 * it would change the firewall and the bridge of another engine.
 */
function engineCommand(dir, socket) {
  const options = [
    ['--host', `unix://${socket}`],
    ['--data-root', join(dir, 'data')],
    ['--exec-root', join(dir, 'exec')],
    ['--pidfile', join(dir, 'pid')],
  ].flat();
  return [
    'unshare',
    '--net',
    'sh',
    '-c',
    'busybox ip link set lo up; exec dockerd "$@"',
    'sh',
    ...options,
  ];
}

/**
 * Prepares the contents of the test images: a statically linked busybox, and a registry. The registry is only
 * unpacked, because the installation of its package would leave a service running.
 */
async function ensureImages() {
  if (!hasStaticBusybox() && isRoot()) {
    say('Installing busybox-static for the Docker tests …');
    await installPackages(['busybox-static']);
  }
  const unpacked = join(registryDir, 'usr', 'bin', 'docker-registry');
  if (!has('docker-registry') && !existsSync(unpacked) && has('apt-get')) {
    say('Fetching docker-registry for the Docker tests …');
    await unpackPackage('docker-registry', registryDir);
  }
  const registry = has('docker-registry') ? find('docker-registry') : unpacked;
  return existsSync(registry) ? { MILLRACE_TEST_REGISTRY: registry } : {};
}

function hasStaticBusybox() {
  const path = find('busybox');
  // `ldd` fails for a statically linked program.
  return path !== '' && spawnSync('ldd', [path]).status !== 0;
}

function answers(socketPath) {
  if (!existsSync(socketPath)) return Promise.resolve(false);
  return new Promise((resolve) => {
    const asked = request({ socketPath, path: '/_ping', timeout: 2000 }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    asked.once('timeout', () => asked.destroy());
    asked.once('error', () => resolve(false));
    asked.end();
  });
}

function lastError(logFile) {
  const lines = readFileSync(logFile, 'utf8').trim().split('\n');
  const line = lines.findLast((text) => /level=(error|fatal)|^failed/.test(text)) ?? lines.at(-1);
  return /msg="((?:[^"\\]|\\.)*)"/.exec(line ?? '')?.[1] ?? line ?? '';
}
