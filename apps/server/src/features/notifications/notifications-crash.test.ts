import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Build, Delivery } from '@millrace/contract/api';
import { isFinished } from '@millrace/contract/vocabulary';
import { expect, it, onTestFinished } from 'vitest';
import { startReceiver } from '../../../testing/http-receiver.ts';
import { readToken } from '../../../testing/read-token.ts';
import { startServerProcess } from '../../../testing/server-process.ts';
import { createWorkTree } from '../../../testing/test-server.ts';

const kills = process.env.MILLRACE_TEST_DEEP === '1' ? 45 : 2;
const until = { timeout: 60_000, interval: 20 };
const pipeline = `kind: pipeline
type: exec
name: broken
clone: { disable: true }
steps: [{ name: fail, commands: [exit 3] }]
`;

it('announces every build when its server is killed at any moment', async () => {
  const tempDir = await mkdtemp(join(tmpdir(), 'millrace-notifications-crash-'));
  onTestFinished(() => rm(tempDir, { recursive: true, force: true, maxRetries: 3 }));
  const receiver = await startReceiver('/hook');
  const env = {
    MILLRACE_DATA: join(tempDir, 'data'),
    MILLRACE_NOTIFY_NETWORKS: '127.0.0.1',
    MILLRACE_NOTIFY_DELIVERIES: '1000',
  };
  let server = await startServerProcess(env);
  const token = await readToken(server.url);
  const call = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await fetch(`${server.url}/api/repos/admin/project${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    expect(answer.status, path).toBeLessThan(300);
    return JSON.parse(await answer.text());
  };
  const work = await createWorkTree({ url: server.url, tempDir }, 'admin', 'admin/project');
  await work.commit({ '.drone.yml': pipeline });
  await work.git('push', '--quiet', 'origin', 'main');
  const subscription = { name: 'all', channel: 'webhook', url: receiver.url, rule: 'always' };
  const { id } = await call<{ id: number }>('POST', '/notifications', subscription);

  for (let kill = 0; kill < kills; kill++) {
    // In most rounds, messages wait for another try when the server is killed.
    if (kill % 3 !== 2) receiver.answers = [{ status: 503 }, { status: 503 }];
    await call('POST', '/builds?branch=main');
    const { number } = await call<Build>('POST', '/builds?branch=main');
    const count = receiver.received.length;
    const isEnded = async () => isFinished((await call<Build>('GET', `/builds/${number}`)).status);
    // It is killed while builds run, when a build has ended, or when a message has arrived.
    if (kill % 3 === 1) await expect.poll(isEnded, { ...until, interval: 1 }).toBe(true);
    if (kill % 3 === 2) await expect.poll(() => receiver.received.length > count, until).toBe(true);
    await server.end('SIGKILL');
    receiver.answers = [];
    retryNow(env.MILLRACE_DATA);
    server = await startServerProcess(env);
  }
  const listBuilds = () => call<Build[]>('GET', '/builds?per_page=100');
  await expect
    .poll(async () => (await listBuilds()).every(({ status }) => isFinished(status)), until)
    .toBe(true);
  const announced = (await listBuilds())
    .filter(({ status }) => status === 'failure' || status === 'error')
    .map(({ number }) => number);
  expect(announced.length).toBeGreaterThan(kills);
  const listDeliveries = () => call<Delivery[]>('GET', `/notifications/${id}/deliveries`);
  await expect
    .poll(async () => (await listDeliveries()).every(({ status }) => status === 'sent'), until)
    .toBe(true);
  const sent = (await listDeliveries()).map(({ build }) => build);
  expect(sent.sort(compare)).toEqual(announced.sort(compare));
  const received = new Set(receiver.received.map(({ body }) => JSON.parse(body).build));
  expect([...received].sort(compare)).toEqual(sent);
  await server.end('SIGINT');
}, 600_000);

/** Makes messages due that wait for another try. */
function retryNow(dataDir: string): void {
  using db = new DatabaseSync(join(dataDir, 'millrace.db'));
  db.exec('update jobs set due = 0');
}

function compare(one: number, other: number): number {
  return one - other;
}
