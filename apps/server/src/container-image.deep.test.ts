import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Build } from '@millrace/contract/api';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it, type TestContext, vi } from 'vitest';
import { password } from '../testing/test-server.ts';

// Packing, and what an engine does with a hundred megabytes, takes its time on a busy machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 300_000 });
const until = { timeout: 90_000, interval: 200 };

const root = fileURLToPath(new URL('../../..', import.meta.url));
const suffix = `${process.pid}-${Date.now()}`;
const base = `millrace.test/base:${suffix}`;
const image = `millrace.test/millrace:${suffix}`;
const container = `millrace-image-test-${suffix}`;
const runner = `millrace-image-test-runner-${suffix}`;

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
  await docker('build', '--build-arg', `BASE=${base}`, '--tag', image, '.');
});
afterAll(async () => {
  await docker('rm', '--force', '--volumes', container, runner).catch(reasonOf);
  await docker('rmi', '--force', image, base).catch(reasonOf);
  rmSync(dir, { recursive: true, force: true });
});

/** As docs/deployment.md says where no registry of base images can be reached. */
async function makeBase(): Promise<void> {
  const archive = join(dir, 'base.tar');
  await execa('sh', [join(root, 'deploy/make-base.sh')], {
    env: { NODE: process.execPath },
    stdout: { file: archive },
    buffer: false,
  });
  await docker('import', archive, base);
}

/** Calls the server from inside its container, as an admin. The network of the engine is not reachable. */
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

it('serves and builds without root privileges, and exits with 0', async (test) => {
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

it('is healthy as a runner, even if its server is unavailable', async (test) => {
  skipIfNot(test);
  const settings = ['MILLRACE_SERVER=http://127.0.0.1:1', 'MILLRACE_RPC_SECRET=secret'];
  const env = settings.flatMap((setting) => ['--env', setting]);
  await docker(
    'run',
    '--detach',
    '--name',
    runner,
    ...env,
    '--health-interval',
    '1s',
    image,
    'runner',
  );
  const format = ['--format', '{{.State.Health.Status}}'];
  const health = async () => (await docker('inspect', ...format, runner)).stdout;
  await expect.poll(health, until).toBe('healthy');
});
