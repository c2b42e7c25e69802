import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Build } from '@millrace/contract/api';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it, type TestContext, vi } from 'vitest';
import { password } from './testing/test-server.ts';

// Packing, and what an engine does with a hundred megabytes, takes its time on a busy machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 300_000 });
const until = { timeout: 90_000, interval: 200 };

const root = fileURLToPath(new URL('../../..', import.meta.url));
const suffix = `${process.pid}-${Date.now()}`;
const base = `millrace.test/base:${suffix}`;
const image = `millrace.test/millrace:${suffix}`;
const container = `millrace-image-test-${suffix}`;

let dir: string;
let whyNot = '';
const docker = (...args: string[]) =>
  execa('docker', args, { env: { DOCKER_BUILDKIT: '0' }, cwd: dir });
const reasonOf = (error: Error) => error.message;
const skipIfNot = (test: TestContext) => test.skip(whyNot !== '', whyNot);

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'millrace-image-'));
  const answer = await docker('version').catch(reasonOf);
  if (typeof answer === 'string') {
    whyNot = `no Docker engine answers: ${process.env.MILLRACE_TEST_DOCKER_REASON ?? answer}`;
    return;
  }
  await makeBase();
  const started = await docker('run', '--rm', base, 'true').catch(reasonOf);
  if (typeof started === 'string') {
    whyNot = `containers do not start: ${started}`;
    return;
  }
  const dist = join(dir, 'dist');
  await execa(process.execPath, [join(root, 'tools/package/pack.mjs'), dist]);
  for (const name of ['Dockerfile', '.dockerignore'])
    copyFileSync(join(root, name), join(dir, name));
  // The engine of the tests reaches no registry.
  const install = ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  await execa('npm', install, { cwd: join(dist, 'millrace') });
  await docker('build', '--build-arg', `BASE=${base}`, '--tag', image, '.');
});
afterAll(async () => {
  await docker('rm', '--force', '--volumes', container).catch(reasonOf);
  await docker('rmi', '--force', image, base).catch(reasonOf);
  rmSync(dir, { recursive: true, force: true });
});

/** Node, git and a shell of this machine with their libraries: no image can be pulled here. */
async function makeBase(): Promise<void> {
  const tree = join(dir, 'base');
  const add = (path: string, to = path) => {
    mkdirSync(dirname(join(tree, to)), { recursive: true });
    copyFileSync(path, join(tree, to));
  };
  const addProgram = async (path: string, to = path) => {
    add(path, to);
    const { stdout } = await execa('ldd', [path]);
    for (const [library] of stdout.matchAll(/\/\S+(?= \()/g)) add(library);
  };
  const find = async (name: string) => (await execa('which', [name])).stdout;
  await addProgram(process.execPath, '/usr/bin/node');
  await addProgram(await find('git'), '/usr/bin/git');
  for (const name of ['git-receive-pack', 'git-upload-pack']) {
    symlinkSync('git', join(tree, 'usr/bin', name));
  }
  const { stdout: gitPrograms } = await execa('git', ['--exec-path']);
  for (const name of ['git-http-backend', 'git-remote-http']) {
    await addProgram(join(gitPrograms, name));
  }
  symlinkSync('git-remote-http', join(tree, gitPrograms, 'git-remote-https'));
  mkdirSync(join(tree, 'bin'), { recursive: true });
  add(await find('busybox'), '/bin/busybox');
  const { stdout: tools } = await execa('busybox', ['--list']);
  for (const tool of tools.split('\n').filter((name) => name !== 'busybox')) {
    symlinkSync('busybox', join(tree, 'bin', tool));
  }
  for (const folder of ['etc', 'tmp', 'home/node', 'usr/local/bin', 'usr/local/lib']) {
    mkdirSync(join(tree, folder), { recursive: true });
  }
  symlinkSync('../../bin/env', join(tree, 'usr/bin/env'));
  writeFileSync(
    join(tree, 'etc/passwd'),
    'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n',
  );
  await execa('chmod', ['1777', join(tree, 'tmp')]);
  const archive = join(dir, 'base.tar');
  await execa('tar', [
    '--create',
    '--owner=0',
    '--group=0',
    `--file=${archive}`,
    '--directory',
    tree,
    '.',
  ]);
  await docker('import', archive, base);
}

/** What the server in the container answers to its admin; the engine's network is out of reach. */
async function ask<Answer>(path: string): Promise<Answer> {
  const script = `
    const url = 'http://127.0.0.1:8080';
    const body = new URLSearchParams({ username: 'admin', password: process.env.MILLRACE_ADMIN_PASSWORD });
    const signedIn = await fetch(url + '/login', { method: 'POST', redirect: 'manual', body });
    const cookie = signedIn.headers.get('set-cookie').split(';')[0];
    process.stdout.write(await (await fetch(url + '${path}', { headers: { cookie } })).text());`;
  const settings = ['--env', `MILLRACE_ADMIN_PASSWORD=${password}`];
  const node = ['node', '--input-type=module', '--eval', script];
  const { stdout } = await docker('exec', ...settings, container, ...node);
  return JSON.parse(stdout);
}

it('serves and builds without being root, and ends with exit code 0', async (test) => {
  skipIfNot(test);
  const settings = ['--env', `MILLRACE_ADMIN_PASSWORD=${password}`];
  const closed = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL'];
  await docker(
    'run',
    '--detach',
    '--name',
    container,
    ...settings,
    ...closed,
    '--health-interval',
    '1s',
    image,
  );
  const inspect = async (format: string) =>
    (await docker('inspect', '--format', format, container)).stdout;
  await expect.poll(() => inspect('{{.State.Health.Status}}'), until).toBe('healthy');
  const { stdout: status } = await docker('exec', container, 'cat', '/proc/1/status');
  expect(status).toMatch(/^Uid:\s+1000\s+1000\s+1000\s+1000$/m);

  const statusOf = async () => (await ask<Build>('/api/repos/samples/hello/builds/1')).status;
  await expect.poll(statusOf, until).toBe('success');
  const { stdout: version } = await docker('exec', container, 'millrace', '--version');
  expect(version).toBe(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version);

  await docker('stop', '--time', '60', container);
  expect(await inspect('{{.State.ExitCode}}')).toBe('0');
});
