import type { Repo } from '@millrace/contract/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts';

let server: TestServer;
let root: { token: string };
beforeAll(async () => {
  server = await startTestServer();
  root = await server.addUser('root', { admin: true });
  await pushSampleRepo(server, 'root');
});
afterAll(() => server.stop());

const change = async (payload: object) => {
  const url = '/api/repos/root/project';
  return server.app.inject({ method: 'PATCH', url, headers: bearer(root), payload });
};

/** Another value for each setting. */
const settings = {
  trusted: true,
  protected: true,
  timeout: 90,
  visibility: 'public',
  config_path: 'other.yml',
  ignore_forks: true,
  ignore_pull_requests: true,
  auto_cancel_pull_requests: true,
  auto_cancel_pushes: true,
  auto_cancel_running: true,
} satisfies Partial<Repo>;

describe('null in a change of settings', () => {
  it.each(Object.entries(settings))('leaves all but %s as they are', async (name, value) => {
    const nothing = Object.fromEntries(Object.keys(settings).map((other) => [other, null]));
    const before: Repo = (await change({})).json();
    const answer = await change({ ...nothing, [name]: value });
    expect(answer.statusCode).toBe(200);
    const { version, updated } = answer.json();
    expect(answer.json()).toEqual({
      ...before,
      ...(name === 'visibility' ? { private: false } : {}),
      [name]: value,
      version,
      updated,
    });
  });

  it('is none for a value of the wrong kind', async () => {
    expect((await change({ timeout: null, trusted: 'yes' })).statusCode).toBe(400);
  });
});
