import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@millrace/node-kit/logger';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from './config/config.ts';
import { startServer } from './server.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-start-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const start = (env: Record<string, string> = {}, logger = createLogger('silent')) =>
  startServer(
    readConfig({
      MILLRACE_DATA: join(dir, 'data'),
      MILLRACE_PORT: '0',
      MILLRACE_SEED: 'none',
      ...env,
    }),
    logger,
  );

describe('a start', () => {
  it('creates the first account once, with a generated or a given password', async () => {
    const first = await start();
    expect(first.firstAdmin).toMatchObject({ login: 'admin' });
    expect(first.firstAdmin?.password).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/);
    await first.stop();
    const second = await start();
    expect(second.firstAdmin).toBeNull();
    await second.stop();
  });

  it('reports health and version', async () => {
    const server = await start();
    expect(await (await fetch(`${server.url}/healthz`)).text()).toBe('OK');
    expect(await (await fetch(`${server.url}/version`)).json()).toMatchObject({
      source: 'millrace',
    });
    await server.stop();
  });

  it('reports a port that is in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = address && typeof address === 'object' ? address.port : 0;
    await expect(start({ MILLRACE_PORT: String(port) })).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is in use.`,
    );
    other.close();
  });

  it('reports a data folder that cannot be written', async () => {
    await writeFile(join(dir, 'file'), '');
    await expect(start({ MILLRACE_DATA: join(dir, 'file', 'data') })).rejects.toThrow(
      /The data folder .* cannot be written/,
    );
  });

  it('rejects a data folder that another server uses, until that one stops', async () => {
    const first = await start();
    await expect(start()).rejects.toThrow('Another Millrace server uses the data folder');
    await first.stop();
    await (await start()).stop();
  });

  it('waits for a server that is stopping', async () => {
    const first = await start();
    const logger = createLogger('silent');
    const warn = vi.spyOn(logger, 'warn');
    const second = start({}, logger);
    await expect.poll(() => warn.mock.calls.length).toBe(1);
    await first.stop();
    await (await second).stop();
  });

  it('reports why the first account cannot be created', async () => {
    await expect(start({ MILLRACE_ADMIN_PASSWORD: 'short' })).rejects.toThrow('at least 8');
  });
});
