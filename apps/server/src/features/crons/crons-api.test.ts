import type { Build, Cron } from '@millrace/contract/api';
import { DatabaseBusyError } from '@millrace/contract/api-errors';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { serverOfFile } from '../../../testing/server-of-file.ts';
import { bearer, pushSampleRepo } from '../../../testing/test-server.ts';
import { BuildReadModel } from '../../builds/read/build-read-model.ts';

const cronUrl = '/api/repos/ada/project/cron';

const server = await serverOfFile();
const ada = await server.addUser('ada');
await pushSampleRepo(server, 'ada');
afterEach(() => server.core.db.deleteFrom('crons').execute());

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
    const { status, body } = await call<Cron>('PATCH', url, { ...nothing, expr: '@weekly' });
    expect(status).toBe(200);
    const { version, updated, next } = body;
    expect(body).toEqual({ ...added, expr: '@weekly', next, version, updated });
  });

  it.each([
    ['a name', { name: '!!' }, 'Invalid Cronjob Name'],
    ['an expression', { expr: undefined }, 'Invalid Cronjob Expression'],
    ['an expression that can be read', { expr: 'at noon' }, 'Invalid Cronjob Expression'],
    ['a time that comes', { expr: '0 0 31 2 *' }, 'Invalid Cronjob Expression'],
    ['a branch', { branch: ' ' }, 'Invalid Cronjob Branch'],
    ['a branch that exists', { branch: 'gone' }, 'Invalid Cronjob Branch: there is no branch gone'],
    [
      'a time zone',
      { time_zone: 'Europe/Wien?' },
      'Invalid Cronjob Expression: no time zone Europe/Wien?',
    ],
    [
      'a time zone in the expression',
      { expr: 'TZ=Mars 0 2 * * *' },
      'Invalid Cronjob Expression: no time zone Mars',
    ],
    [
      'a minute between runs',
      { expr: '@every 1s' },
      'Invalid Cronjob Expression: a cron job can run at most once a minute',
    ],
    [
      'a minute between runs, and not two seconds',
      { expr: '0,30 0 2 * * *' },
      'Invalid Cronjob Expression: a cron job can run at most once a minute',
    ],
  ])('needs %s', async (_, change, message) => {
    const answer = await call('POST', cronUrl, { ...nightly, ...change });
    expect(answer).toEqual({ status: 400, body: { message, code: 'invalid_input' } });
  });

  it('previews the next times of a schedule', async () => {
    const preview = (expr: string, zone: string) =>
      call<{ time_zone: string; times: number[] }>(
        'GET',
        `/api/repos/ada/project/cron-times?${new URLSearchParams({ expr, time_zone: zone })}`,
      );
    const { body } = await preview('CRON_TZ=Asia/Tokyo 0 2 * * *', 'Europe/Vienna');
    expect(body.time_zone).toBe('Asia/Tokyo');
    const hours = body.times.map((time) => new Date(time * 1000).toISOString().slice(11, 16));
    expect(hours).toEqual(['17:00', '17:00', '17:00']);
    expect((await preview('soon', '')).status).toBe(400);
    expect((await preview('@daily', 'Mars')).status).toBe(400);
  });

  it('keeps an imported schedule below the minimum interval', async () => {
    await call('POST', cronUrl, nightly);
    await server.core.db.updateTable('crons').set({ expr: '* * * * * *' }).execute();
    const url = `${cronUrl}/nightly-build`;
    expect((await call('PATCH', url, { target: 'prod', expr: '* * * * * *' })).status).toBe(200);
    expect((await call('PATCH', url, { disabled: true })).status).toBe(200);
    expect((await call('PATCH', url, { disabled: false })).status).toBe(200);
    expect(await call('PATCH', url, { expr: '@every 59s' })).toEqual({
      status: 400,
      body: {
        message: 'Invalid Cronjob Expression: a cron job can run at most once a minute',
        code: 'invalid_input',
      },
    });
  });

  it('is one of at most a hundred of its repository, also if many are added at once', async () => {
    const names = Array.from({ length: 105 }, (_, at) => ({ ...nightly, name: `job ${at}` }));
    const answers = await Promise.all(names.map((cron) => call('POST', cronUrl, cron)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toEqual(
      Array.from({ length: 5 }, () => ({
        status: 400,
        body: { message: 'A repository can have at most 100 cron jobs', code: 'limit_reached' },
      })),
    );
    expect((await call<Cron[]>('GET', cronUrl)).body).toHaveLength(100);
    await call('DELETE', `${cronUrl}/job-7`);
    expect((await call('POST', cronUrl, nightly)).status).toBe(200);
  });

  it('has a unique name', async () => {
    await call('POST', cronUrl, nightly);
    expect(await call('POST', cronUrl, { ...nightly, name: 'nightly build' })).toEqual({
      status: 400,
      body: { message: 'A cron job named nightly-build already exists', code: 'already_exists' },
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
    expect((await call('PATCH', url, { branch: 'gone' })).status).toBe(400);
    expect((await call('PATCH', url, { branch: 'main' })).status).toBe(200);
    const zoned = await call<Cron>('PATCH', url, { time_zone: 'Asia/Tokyo' });
    expect(zoned.body.time_zone).toBe('Asia/Tokyo');
    expect(new Date(zoned.body.next * 1000).toISOString()).toMatch(/-12-31T15:00:00/);
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
    await call('POST', cronUrl, nightly);
    await server.core.db.updateTable('crons').set({ branch: 'gone' }).execute();
    expect(await call('POST', `${cronUrl}/nightly-build`)).toEqual({
      status: 404,
      body: { message: 'There is no branch gone', code: 'missing' },
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
