import type { Build, Cron } from '@millrace/contract/api';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import { DatabaseBusyError } from '../../shared/errors.ts';
import { BuildReadModel } from '../builds/read/build-read-model.ts';

const cronUrl = '/api/repos/ada/project/cron';

let server: TestServer;
let ada: Awaited<ReturnType<TestServer['addUser']>>;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addUser('ada');
  await pushSampleRepo(server, 'ada');
});
afterEach(() => server.core.db.deleteFrom('crons').execute());
afterAll(() => server.stop());

async function call<T>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) {
  const headers = bearer(ada);
  const answer = await server.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, body: (answer.body ? answer.json() : null) as T };
}

const nightly = { name: 'Nightly Build', expr: '@daily', branch: 'main' };

describe('a cron job', () => {
  it('is added, listed, read and deleted', async () => {
    const before = Math.floor(Date.now() / 1000);
    const added = await call<Cron>('POST', cronUrl, nightly);
    expect(added.body).toMatchObject({
      name: 'nightly-build',
      expr: '@daily',
      prev: 0,
      event: 'push',
      branch: 'main',
      disabled: false,
      version: 1,
    });
    expect(added.body).not.toHaveProperty('target');
    expect([added.body.next % 86_400, added.body.next > before]).toEqual([0, true]);
    expect((await call<Cron[]>('GET', cronUrl)).body).toEqual([added.body]);
    expect((await call<Cron>('GET', `${cronUrl}/nightly-build`)).body).toEqual(added.body);
    const deleted = await call('DELETE', `${cronUrl}/nightly-build`);
    expect([deleted.status, deleted.body]).toEqual([204, null]);
    expect((await call('GET', cronUrl)).body).toEqual([]);
    expect((await call('DELETE', `${cronUrl}/nightly-build`)).status).toBe(404);
  });

  it('accepts six fields, and is found by a name in any script', async () => {
    const { body } = await call<Cron>('POST', cronUrl, {
      ...nightly,
      name: '夜間',
      expr: ' 30 0 2 * * MON-FRI ',
    });
    expect(body).toMatchObject({ name: '夜間', expr: '30 0 2 * * MON-FRI' });
    expect((await call('GET', `${cronUrl}/${encodeURIComponent('夜間')}`)).status).toBe(200);
  });

  it('does not change fields that are null', async () => {
    const target = 'production';
    const { body: added } = await call<Cron>('POST', cronUrl, { ...nightly, target });
    const nothing = { event: null, expr: null, branch: null, target: null, disabled: null };
    const url = `${cronUrl}/nightly-build`;
    const { status, body } = await call<Cron>('PATCH', url, { ...nothing, branch: 'other' });
    expect(status).toBe(200);
    const { version, updated } = body;
    expect(body).toEqual({ ...added, branch: 'other', version, updated });
  });

  it.each([
    ['a name', { name: '!!' }, 'Invalid Cronjob Name'],
    ['an expression', { expr: undefined }, 'Invalid Cronjob Expression'],
    ['an expression that can be read', { expr: 'at noon' }, 'Invalid Cronjob Expression'],
    ['a time that comes', { expr: '0 0 31 2 *' }, 'Invalid Cronjob Expression'],
    ['a branch', { branch: ' ' }, 'Invalid Cronjob Branch'],
  ])('needs %s', async (_, change, message) => {
    const answer = await call('POST', cronUrl, { ...nightly, ...change });
    expect(answer).toEqual({ status: 400, body: { message } });
  });

  it('has a unique name', async () => {
    await call('POST', cronUrl, nightly);
    expect(await call('POST', cronUrl, { ...nightly, name: 'nightly build' })).toEqual({
      status: 400,
      body: { message: 'A cron job named nightly-build already exists' },
    });
  });

  it('changes the given fields', async () => {
    const { body: added } = await call<Cron>('POST', cronUrl, nightly);
    const url = `${cronUrl}/nightly-build`;
    const renamed = await call<Cron>('PATCH', url, { name: 'other', target: 'prod' });
    expect(renamed.body).toEqual({
      ...added,
      target: 'prod',
      version: 2,
      updated: renamed.body.updated,
    });
    expect((await call<Cron>('PATCH', url, { disabled: true })).body).toMatchObject({
      disabled: true,
      next: 0,
    });
    // Otherwise, it could never be enabled again.
    expect((await call('PATCH', url, { expr: 'soon' })).status).toBe(400);
    const again = await call<Cron>('PATCH', url, { disabled: false, expr: '@yearly' });
    expect(again.body).toMatchObject({ disabled: false, expr: '@yearly', target: 'prod' });
    expect(new Date(again.body.next * 1000).toISOString()).toMatch(/-01-01T00:00:00/);
    expect((await call('PATCH', url, { expr: 'soon' })).status).toBe(400);
    expect((await call('PATCH', url, { branch: '' })).status).toBe(400);
    expect((await call('PATCH', `${cronUrl}/none`, {})).status).toBe(404);
  });
});

describe('a run by hand', () => {
  it('starts the build in the name of the user', async () => {
    const { body: added } = await call<Cron>('POST', cronUrl, { ...nightly, target: 'staging' });
    const { body } = await call<Build>('POST', `${cronUrl}/nightly-build`);
    expect(body).toMatchObject({
      number: 2,
      event: 'cron',
      cron: 'nightly-build',
      trigger: '@cron',
      sender: 'ada',
      target: 'main',
      deploy_to: 'staging',
    });
    expect(body.stages).toHaveLength(2);
    expect((await call<Cron>('GET', `${cronUrl}/nightly-build`)).body).toEqual(added);
  });

  it('reports a missing branch or job', async () => {
    await call('POST', cronUrl, { ...nightly, branch: 'gone' });
    expect(await call('POST', `${cronUrl}/nightly-build`)).toEqual({
      status: 404,
      body: { message: 'There is no branch gone' },
    });
    expect((await call('POST', `${cronUrl}/none`)).status).toBe(404);
  });

  it('is returned, even if the database is busy right after', async () => {
    await call('POST', cronUrl, nightly);
    vi.spyOn(BuildReadModel.prototype, 'findById').mockRejectedValueOnce(new DatabaseBusyError());
    const { status, body } = await call<Build>('POST', `${cronUrl}/nightly-build`);
    expect([status, body.event]).toEqual([200, 'cron']);
  });
});
