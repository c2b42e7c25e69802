import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@millrace/test-support/free-port';
import { expect, it, onTestFinished } from 'vitest';
import { MortalServer } from './restartable-server.ts';

it('is gone where it is ended before it is there, and can be started again', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-mortal-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true, maxRetries: 3 }));
  const server = new MortalServer(await findFreePort(), { MILLRACE_DATA: join(dir, 'data') });
  const starting = server.start();
  await server.end('SIGKILL');
  await starting;
  await server.start();
  expect(server.output()).not.toContain('Another server uses the data folder');
  expect(await server.end('SIGTERM')).toBe(0);
});
