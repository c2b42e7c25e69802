import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@millrace/test-support/free-port';
import { expect, it, onTestFinished } from 'vitest';
import { RestartableServer } from './restartable-server.ts';

it('stops a server that is still starting, and starts it again', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-restart-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true, maxRetries: 3 }));
  const server = new RestartableServer(await findFreePort(), { MILLRACE_DATA: join(dir, 'data') });
  const starting = server.start();
  await server.end('SIGKILL');
  await starting;
  await server.start();
  expect(server.output()).not.toContain('Another server uses the data folder');
  expect(await server.end('SIGTERM')).toBe(0);
});
