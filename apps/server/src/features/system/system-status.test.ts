import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Setting, SystemStatus } from '@millrace/contract/api';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { bearer, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { checkHealth } from '../../shared/check-health.ts';

let server: TestServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

async function read<Answer>(path: string, env: Record<string, string> = {}): Promise<Answer> {
  server = await startTestServer({ env });
  const root = await server.addUser('root', { admin: true });
  return (await server.app.inject({ url: path, headers: bearer(root) })).json();
}

it('checks the database, the disk, the stores and the forge', async () => {
  const status = await read<SystemStatus>('/api/system/status');
  const health = { ok: true, error: '', ms: expect.any(Number) };
  expect(status).toMatchObject({
    node: process.versions.node,
    started: expect.any(Number),
    stores: [
      { content: 'logs', kind: 'database', place: '', health },
      { content: 'artifacts', kind: 'folder', health },
    ],
    aged: expect.arrayContaining([
      { content: 'branches', count: 0, days: 365 },
      { content: 'causes', count: 0, days: 365 },
      { content: 'recordings', count: 0, bytes: 0, days: 90 },
      { content: 'runners', count: 0, days: 7 },
    ]),
    forge: { kind: 'builtin', url: server?.url, health },
    database: { health },
  });
  expect(status.database.version).toMatch(/^\d+\./);
  expect(status.database.bytes).toBeGreaterThan(10_000);
  expect(status.disk.free).toBeGreaterThan(0);
  expect(status.disk.total).toBeGreaterThan(status.disk.free);
});

it('reports the folder of an object store', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-status-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const url = `file://${folder}`;
  const { stores } = await read<SystemStatus>('/api/system/status', { MILLRACE_LOGS_URL: url });
  expect(stores).toMatchObject([
    { content: 'logs', kind: 'folder', place: url, health: { ok: true } },
    { content: 'artifacts', kind: 'folder', place: url, health: { ok: true } },
  ]);
});

it('lists the settings, without the values of secrets', async () => {
  const settings = await read<Setting[]>('/api/system/settings', {
    MILLRACE_RPC_SECRET: 'a secret value',
    MILLRACE_AUDIT_DAYS: '7',
  });
  expect(settings).toContainEqual({
    name: 'MILLRACE_AUDIT_DAYS',
    value: '7',
    secret: false,
    set: true,
    default: '365',
    text: 'Days until an event of the audit log is deleted; 0 keeps events without expiry.',
  });
  expect(settings).toContainEqual({
    name: 'MILLRACE_RPC_SECRET',
    value: '',
    secret: true,
    set: true,
    default: '',
    text: 'Secret shared with remote runners. Without it, only runners with credentials of their own are accepted.',
  });
  expect(JSON.stringify(settings)).not.toContain('a secret value');
});

it('reports why a check failed', async () => {
  const cause = new Error('connect ECONNREFUSED');
  const failing = () => Promise.reject(new Error('fetch failed', { cause }));
  expect(await checkHealth(failing)).toMatchObject({
    ok: false,
    error: 'fetch failed: connect ECONNREFUSED',
  });
});
