import type { Build } from '@millrace/contract/api';
import { maxCardBytes } from '@millrace/contract/card';
import { type RunnerApi, RunnerConflict } from '@millrace/contract/runner';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runnerApiOf, startNextStage } from '../../testing/fake-work.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts';

const cardUrl = '/api/repos/ada/project/cards/1/1/1';
const card = { schema: 'https://example.com/card.json', data: { passed: 3, text: 'größe' } };
const noRows = { message: 'sql: no rows in result set' };

let server: TestServer;
let ada: Awaited<ReturnType<TestServer['addUser']>>;
let api: RunnerApi;
let running: Awaited<ReturnType<typeof startNextStage>>;
beforeEach(async () => {
  server = await startTestServer();
  ada = await server.addUser('ada');
  await pushSampleRepo(server, 'ada');
  api = runnerApiOf(server);
  running = await startNextStage(api);
});
afterEach(() => server.stop());

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
  it('is given, served as it is, replaced and taken away', async () => {
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

  it('is a change of its build', async () => {
    const changed = vi.fn();
    const { version } = await readBuild();
    server.context.events.on('buildChanged', changed);
    await call('POST', card);
    expect((await readBuild()).version).toBe(version + 1);
    await call('DELETE');
    expect((await readBuild()).version).toBe(version + 2);
    expect(changed.mock.calls).toEqual([[{ repoId: 1, buildId: 1 }], [{ repoId: 1, buildId: 1 }]]);
  });

  it('needs a step', async () => {
    const url = '/api/repos/ada/project/cards/1/1/9';
    expect(await call('POST', card, url)).toEqual({ status: 404, body: noRows });
  });

  it.each([
    [{ ...card, schema: 'javascript:alert(1)' }, 'Invalid Card Schema'],
    [{ ...card, data: null }, 'Invalid Card Data'],
    [{ ...card, data: 'x'.repeat(maxCardBytes) }, 'Card is too large'],
  ])('is refused when it breaks the rules', async (payload, message) => {
    expect(await call('POST', payload)).toEqual({ status: 400, body: { message } });
    expect(await readSchema()).toBeUndefined();
  });

  it('goes with its build', async () => {
    await call('POST', card);
    await server.context.builds.update(1, { status: 'success' });
    await server.context.builds.purge(1, 2);
    expect((await call('GET')).status).toBe(404);
  });
});

describe('a card from a step', () => {
  it('is served, and stays when the step ends', async () => {
    await api.createCard(running.step.id, card);
    await api.updateStep({ ...running.step, status: 'success', stopped: 2 });
    expect(await call('GET')).toEqual({ status: 200, body: card.data });
    expect(await readSchema()).toBe(card.schema);
  });

  it('is dropped when it breaks the rules', async () => {
    await api.createCard(running.step.id, { ...card, schema: 'file:///etc/passwd' });
    expect((await call('GET')).status).toBe(404);
  });

  it('is refused from another runner and after the end', async () => {
    const { step } = running;
    await expect(runnerApiOf(server, 'foreign').createCard(step.id, card)).rejects.toThrow(
      RunnerConflict,
    );
    await api.updateStep({ ...step, status: 'success', stopped: 2 });
    await expect(api.createCard(step.id, card)).rejects.toThrow(RunnerConflict);
  });
});
