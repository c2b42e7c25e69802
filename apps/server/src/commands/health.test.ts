import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@millrace/test-support/free-port';
import { program } from '@millrace/test-support/program';
import { execa } from 'execa';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCertificate } from '../../testing/certificate.ts';
import { startServerProcess } from '../../testing/server-process.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-health-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const health = (env: Record<string, string>) =>
  execa(process.execPath, [program, 'health'], { cwd: dir, env, reject: false });

describe('millrace health', () => {
  it('calls a server', async () => {
    const server = await startServerProcess({});
    const { port } = new URL(server.url);
    const env = { MILLRACE_PORT: port, MILLRACE_HOST: '0.0.0.0' };
    expect(await health(env)).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
    await server.end('SIGTERM');
    const after = await health(env);
    expect(after.exitCode).toBe(1);
    expect(after.stderr).toContain(`http://127.0.0.1:${port}/healthz does not answer: `);
  });

  it('calls a server with a certificate for another name', async () => {
    await createCertificate(dir);
    const env = {
      MILLRACE_TLS_CERT: join(dir, 'cert.pem'),
      MILLRACE_TLS_KEY: join(dir, 'key.pem'),
      MILLRACE_URL: 'https://ci.example.com',
    };
    const port = String(await findFreePort());
    const server = await startServerProcess({ ...env, MILLRACE_PORT: port });
    expect(server.url).toBe('https://ci.example.com');
    expect(await health({ ...env, MILLRACE_PORT: port })).toMatchObject({
      exitCode: 0,
      stderr: '',
    });
  });

  it('reads the heartbeat of a runner, even if its server is unavailable', async () => {
    const env = {
      MILLRACE_SERVER: `http://127.0.0.1:${await findFreePort()}`,
      MILLRACE_RPC_SECRET: 'a secret of this test',
      MILLRACE_RUNNER_DATA: join(dir, 'runner'),
    };
    const before = await health(env);
    expect([before.exitCode, before.stderr]).toEqual([
      1,
      `No runner uses the folder ${join(dir, 'runner')}.`,
    ]);
    const runner = execa(process.execPath, [program, 'runner'], { cwd: dir, env, reject: false });
    await expect
      .poll(async () => (await health(env)).exitCode, { timeout: 60_000, interval: 100 })
      .toBe(0);
    runner.kill('SIGKILL');
    await runner;
    await utimes(join(dir, 'runner', 'heartbeat'), 1, 1);
    expect((await health(env)).stderr).toContain('The last heartbeat of the runner');
  });
});
