import type { JobList } from '@millrace/contract/api';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';

const now = 1_800_000_000;
let server: TestServer;
let root: { token: string };
let place: number;
beforeEach(async () => {
  server = await startTestServer({ clock: { nowSec: () => now } });
  await server.addUser('ada');
  root = await server.addUser('root', { admin: true });
  place = (await pushSampleRepo(server, 'ada')).id;
  await server.core.db.deleteFrom('jobs').execute();
});
afterEach(() => server.stop());

const list = async (query: Record<string, string> = {}): Promise<JobList> =>
  (await server.app.inject({ url: '/api/system/jobs', query, headers: bearer(root) })).json();
const keysOf = async (query: Record<string, string> = {}) =>
  (await list(query)).jobs.map(({ key }) => key);
const change = (method: 'POST' | 'DELETE', path: string) =>
  server.app.inject({ method, url: `/api/system/jobs/${path}`, headers: bearer(root) });

async function addJob(key: string, fields: { due?: number; tries?: number; error?: string } = {}) {
  const { id } = await server.core.db
    .insertInto('jobs')
    .values({ kind: 'sample', key, place, payload: '{"secret":"x"}', since: 1, due: 2, tries: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await server.core.db
    .updateTable('jobs')
    .set({ error: null, ...fields })
    .where('id', '=', id)
    .execute();
  return id;
}

it('lists failed jobs first, then the next ones due, without their payload', async () => {
  const id = await addJob('due');
  await addJob('later', { due: now + 60 });
  await addJob('again', { due: now + 30, tries: 2 });
  await addJob('dead', { due: 5, error: 'Error: no' });
  expect(await keysOf()).toEqual(['dead', 'due', 'again', 'later']);
  const { jobs, counts } = await list({ state: 'due' });
  expect(jobs).toEqual([
    {
      id,
      kind: 'sample',
      key: 'due',
      repo: 'ada/project',
      state: 'due',
      since: 1,
      due: 2,
      tries: 0,
      error: '',
    },
  ]);
  expect(counts).toHaveLength(4);
  expect(counts).toContainEqual({ kind: 'sample', state: 'retried', count: 1 });
});

it('filters by kind, repository, key and error', async () => {
  await addJob('one');
  await addJob('two', { error: 'Error: refused' });
  expect(await keysOf({ kind: 'other' })).toEqual([]);
  expect(await keysOf({ q: 'REFUSED' })).toEqual(['two']);
  expect(await keysOf({ q: 'ada/' })).toEqual(['two', 'one']);
  expect(await keysOf({ limit: '1' })).toEqual(['two']);
});

it('retries a failed job now, and drops a job', async () => {
  const id = await addJob('dead', { due: 5, tries: 7, error: 'Error: no' });
  expect((await change('POST', `${id}/retry`)).statusCode).toBe(204);
  expect((await list()).jobs).toMatchObject([{ state: 'due', due: now, since: now, tries: 0 }]);
  expect((await change('DELETE', `${id}`)).statusCode).toBe(204);
  expect(await keysOf()).toEqual([]);
  const missing = await change('DELETE', `${id}`);
  expect(missing.statusCode).toBe(404);
  expect(missing.json()).toEqual({
    message: `Job ${id} does not exist: it may have finished`,
    code: 'missing',
  });
  expect((await change('POST', `${id}/retry`)).statusCode).toBe(404);
});
