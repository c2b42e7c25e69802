import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { execa } from 'execa';
import { guardFolder } from '../support/guard.ts';
import { killProcessesOf } from '../support/processes.ts';
import { root } from '../support/program.ts';

let dir: string;
let started: ChildProcess | undefined;
test.beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-start-'));
  guardFolder(dir);
});
test.afterEach(async () => {
  if (started?.pid && started.exitCode === null) process.kill(-started.pid, 'SIGKILL');
  started = undefined;
  await killProcessesOf(dir);
  await rm(dir, { recursive: true, force: true });
});

const env = () => ({
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
  MILLRACE_DATA: join(dir, 'data'),
  MILLRACE_PORT: '0',
});

/** Resolves with the URL once the server has printed its last line. */
function waitUntilReady(child: ChildProcess): Promise<string> {
  let printed = '';
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      printed += String(chunk);
      const address = /^Millrace is ready at (\S+)$/m.exec(printed)?.[1];
      if (address && printed.includes('Press Ctrl-C')) resolve(address);
    });
    child.once('exit', () => reject(new Error(`npm start ended: ${printed}`)));
  });
}

test('serves and builds the samples after npm start, and exits with 0 after Ctrl-C', async () => {
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...env(), MILLRACE_ADMIN_PASSWORD: 'a long password' },
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  started = child;
  const url = await waitUntilReady(child);
  const headers = { authorization: `Basic ${btoa('admin:a long password')}` };
  const refs = `${url}/git/samples/tour.git/info/refs?service=git-upload-pack`;
  expect((await fetch(refs, { headers })).status).toBe(200);
  expect((await fetch(url)).headers.get('content-type')).toContain('text/html');

  const ended = once(child, 'exit');
  // A terminal sends Ctrl-C to the whole process group.
  process.kill(-(child.pid ?? 0), 'SIGINT');
  expect(await ended).toEqual([0, null]);
  const left = await readdir(join(dir, 'data', 'runner'));
  expect(left.filter((name) => name !== 'docker-owner')).toEqual([]);
});

test('exits with 1 and a message if the port is taken or the data path is not a folder', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  const taken = await execa('npm', ['start', '--silent'], {
    cwd: root,
    env: { ...env(), MILLRACE_PORT: String(port) },
    // Do not pass the color settings of the test runner to the server.
    extendEnv: false,
    reject: false,
  });
  other.close();
  expect([taken.exitCode, taken.stderr]).toEqual([
    1,
    `Port ${port} on 127.0.0.1 is in use. Stop the program that uses it, or choose another port with MILLRACE_PORT.`,
  ]);

  const unwritable = await execa('npm', ['start', '--silent'], {
    cwd: root,
    env: { ...env(), MILLRACE_DATA: '/dev/null/data' },
    extendEnv: false,
    reject: false,
  });
  expect(unwritable.exitCode).toBe(1);
  expect(unwritable.stderr).toContain('The data folder /dev/null/data cannot be written');
});

test('reports that Node is too old', async () => {
  const script = `
    Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.0' } });
    (await import('./tools/setup.mjs')).requireTools();`;
  const old = await execa(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: root,
    reject: false,
  });
  expect([old.exitCode, old.stderr]).toEqual([
    1,
    'Millrace needs Node 20 or newer to set itself up; this is 18.20.0.',
  ]);
});

test('reports file, line and reason in millrace lint', async () => {
  const file = join(root, 'apps/server/samples/tour/main/.drone.yml');
  const lint = (path: string) =>
    execa('npm', ['run', '--silent', 'millrace', '--', 'lint', path], {
      cwd: root,
      reject: false,
    });
  expect((await lint(file)).exitCode).toBe(0);
  const bad = await lint('biome.json');
  expect([bad.exitCode, bad.stdout.split('\n')]).toEqual([
    1,
    [
      'biome.json:1:1: warning: kind is missing, the document is left out',
      'biome.json:1:1: error: the file has no pipeline',
    ],
  ]);
});
