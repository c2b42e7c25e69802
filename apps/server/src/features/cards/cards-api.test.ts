import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Build } from '@millrace/contract/api';
import { maxCardBytes } from '@millrace/contract/card';
import { type RunnerApi, RunnerConflict } from '@millrace/contract/runner';
import { systemClock } from '@millrace/node-kit/clock';
import { ClosedNetworks } from '@millrace/node-kit/closed-networks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import { setStatus } from '../../../testing/set-status.ts';
import { wantsPostgres } from '../../../testing/test-database.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import { CardTemplates } from './card-templates.ts';

const cardUrl = '/api/repos/ada/project/cards/1/1/1';
const card = { schema: 'https://example.com/card.json', data: { passed: 3, text: 'größe' } };
const noRows = { message: 'sql: no rows in result set', code: 'missing' };

let nowSec = 1_700_000_000;
let server: TestServer;
let ada: Awaited<ReturnType<TestServer['addUser']>>;
let api: RunnerApi;
let running: Awaited<ReturnType<typeof startNextStage>>;
async function start(): Promise<void> {
  server = await startTestServer({
    clock: { nowSec: () => nowSec },
    env: { MILLRACE_CARD_NETWORKS: '127.0.0.1' },
  });
  ada = await server.addUser('ada');
  await pushSampleRepo(server, 'ada');
  api = runnerApiOf(server);
  running = await startNextStage(api);
}
/** Starts one server for a group of tests that leave nothing but cards. */
function shareServer(): void {
  beforeAll(start);
  afterEach(async () => {
    await call('DELETE');
    nowSec += 61;
  });
  afterAll(() => server.stop());
}

async function call(method: 'GET' | 'POST' | 'DELETE', payload?: object, url = cardUrl) {
  const headers = bearer(ada);
  const answer = await server.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, body: answer.body ? answer.json() : null };
}
async function readBuild(): Promise<Build> {
  const url = '/api/repos/ada/project/builds/1';
  return (await server.app.inject({ url, headers: bearer(ada) })).json();
}
const readSchema = async () => (await readBuild()).stages?.[0]?.steps?.[0]?.schema;

describe('a card over the API', () => {
  shareServer();

  it('is created, served unchanged, replaced and deleted', async () => {
    expect(await call('GET')).toEqual({ status: 404, body: noRows });
    expect(await readSchema()).toBeUndefined();
    expect(await call('POST', card)).toEqual({ status: 204, body: null });
    expect(await call('GET')).toEqual({ status: 200, body: card.data });
    expect(await readSchema()).toBe(card.schema);
    await call('POST', { schema: 'http://example.com/other', data: [1] });
    expect((await call('GET')).body).toEqual([1]);
    expect(await readSchema()).toBe('http://example.com/other');
    expect((await call('DELETE')).status).toBe(204);
    expect(await call('GET')).toEqual({ status: 404, body: noRows });
    expect(await call('DELETE')).toEqual({ status: 404, body: noRows });
    expect(await readSchema()).toBeUndefined();
  });

  it('changes its build', async () => {
    const changed = vi.fn();
    const { version } = await readBuild();
    server.core.bus.subscribe('buildChanged', changed);
    await call('POST', card);
    expect((await readBuild()).version).toBe(version + 1);
    await call('DELETE');
    expect((await readBuild()).version).toBe(version + 2);
    const one = { repoId: 1, buildId: 1, endedSteps: [] };
    // On Postgres, earlier changes may arrive later, and those missed by a lost connection all at once.
    const changes = () => changed.mock.calls.map(([change]) => change);
    await expect.poll(() => changes().at(-1)).toMatchObject({ ...one, version: version + 2 });
    if (wantsPostgres) return;
    const quiet = { ...one, freesQueue: false };
    expect(changes()).toMatchObject([1, 2].map((more) => ({ ...quiet, version: version + more })));
  });

  it('requires a step', async () => {
    const url = '/api/repos/ada/project/cards/1/1/9';
    expect(await call('POST', card, url)).toEqual({ status: 404, body: noRows });
  });

  it.each([
    [{ ...card, schema: 'javascript:alert(1)' }, 'Invalid Card Schema'],
    [{ ...card, data: null }, 'Invalid Card Data'],
    [{ ...card, data: 'x'.repeat(maxCardBytes) }, 'Card is too large'],
  ])('is rejected if it is invalid', async (payload, message) => {
    expect(await call('POST', payload)).toEqual({
      status: 400,
      body: { message, code: 'invalid_input' },
    });
    expect(await readSchema()).toBeUndefined();
  });
});

describe('the template of a card', () => {
  shareServer();
  const templateUrl = `${cardUrl}/template`;
  let web: Server;
  let answer: RequestListener;
  let asked: number;
  beforeEach(async () => {
    asked = 0;
    answer = (_, response) => response.end('{ "type": "AdaptiveCard" }');
    web = createServer((request, response) => {
      asked++;
      answer(request, response);
    }).listen(0, '127.0.0.1');
    await once(web, 'listening');
  });
  afterEach(() => {
    web.close();
    web.closeAllConnections();
  });
  const giveCard = (path = 'card.json', host = '127.0.0.1') =>
    call('POST', {
      ...card,
      schema: `http://${host}:${(web.address() as AddressInfo).port}/${path}`,
    });
  const read = () => call('GET', undefined, templateUrl);

  it('is fetched once for concurrent and recent requests', async () => {
    await giveCard();
    const answers = await Promise.all([read(), read(), read()]);
    expect(answers).toEqual(Array(3).fill({ status: 200, body: { type: 'AdaptiveCard' } }));
    expect((await read()).status).toBe(200);
    expect(asked).toBe(1);
    nowSec += 61;
    await read();
    expect(asked).toBe(2);
  });

  it.each([
    ['no JSON', '<html>', 'did not return JSON'],
    ['too much', `"${'x'.repeat(256 * 1024)}"`, 'answered more than 256 kB'],
  ])('rejects a template with %s, and requests it again', async (_, body, reason) => {
    await giveCard();
    answer = (_request, response) => response.end(body);
    const message = `The URL of the card template ${reason}`;
    expect(await read()).toEqual({ status: 404, body: { message, code: 'missing' } });
    await read();
    expect(asked).toBe(2);
  });

  it('requires read access to the repository, and a card', async () => {
    expect(await read()).toEqual({ status: 404, body: noRows });
    await giveCard();
    const stranger = bearer(await server.addUser('stranger'));
    expect((await server.app.inject({ url: templateUrl })).statusCode).toBe(401);
    expect((await server.app.inject({ url: templateUrl, headers: stranger })).statusCode).toBe(404);
    await call('DELETE');
    expect(await read()).toEqual({ status: 404, body: noRows });
    expect(asked).toBe(0);
  });

  it('is not fetched from private addresses, unless they are allowed', async () => {
    await giveCard('card.json', '127.0.0.2');
    const message = 'The URL of the card template is not on the open internet';
    expect(await read()).toEqual({ status: 404, body: { message, code: 'missing' } });
    expect(asked).toBe(0);
  });

  it('waits for a slot, and is rejected if the queue is full', async () => {
    const templates = new CardTemplates({
      clock: { ...systemClock, nowSec: () => nowSec },
      closed: new ClosedNetworks(['127.0.0.1']),
    });
    const { port } = web.address() as AddressInfo;
    const pending: ServerResponse[] = [];
    answer = (_, response) => void pending.push(response);
    const ask = (path: string, ownerKey: string) =>
      templates.require(`http://127.0.0.1:${port}/${path}`, ownerKey).then(
        () => ownerKey,
        (error: Error) => error.message,
      );
    const slow = Array.from({ length: 73 }, (_, at) => ask(`slow/${at}`, 'slow'));
    expect(await slow[72]).toMatch(/^Too many concurrent requests/);
    const other = ask('other', 'other');
    await expect.poll(() => asked).toBe(8);
    // The owner with the most waiting requests lost one, and the other owner is next but one.
    expect(await slow[71]).toMatch(/^Too many concurrent requests/);
    answer = (_, response) => response.end('1');
    for (const response of pending) response.end('1');
    expect(await other).toBe('other');
    expect(new Set(await Promise.all(slow.slice(0, 71)))).toEqual(new Set(['slow']));
    expect(asked).toBe(72);
  });
});

describe('a card from a step', () => {
  beforeEach(start);
  afterEach(() => server.stop());

  it('is deleted with its build', async () => {
    await call('POST', card);
    await setStatus(server, 'builds', 1, 'success');
    await server.core.changeBuild.purge(1, 2);
    expect((await call('GET')).status).toBe(404);
  });

  it('is served, and remains after the step has finished', async () => {
    await api.createCard({ params: { step: running.step.id }, body: card });
    await api.updateStep({
      params: { step: running.step.id },
      body: { ...running.step, status: 'success', stopped: 2 },
    });
    expect(await call('GET')).toEqual({ status: 200, body: card.data });
    expect(await readSchema()).toBe(card.schema);
  });

  it('is ignored if it is invalid', async () => {
    await api.createCard({
      params: { step: running.step.id },
      body: { ...card, schema: 'file:///etc/passwd' },
    });
    expect((await call('GET')).status).toBe(404);
  });

  it('is rejected from another runner, and after the end', async () => {
    const { step } = running;
    await expect(
      runnerApiOf(server, 'foreign').createCard({ params: { step: step.id }, body: card }),
    ).rejects.toThrow(RunnerConflict);
    await api.updateStep({
      params: { step: step.id },
      body: { ...step, status: 'success', stopped: 2 },
    });
    await expect(api.createCard({ params: { step: step.id }, body: card })).rejects.toThrow(
      RunnerConflict,
    );
  });
});
