import type { Build, Repo } from '@millrace/contract/api';
import { beforeAll, describe, expect, it } from 'vitest';
import { execFilter, runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import { serverOfFile } from '../../../testing/server-of-file.ts';
import { bearer, pushSampleRepo } from '../../../testing/test-server.ts';

const server = await serverOfFile();
const root = await server.addUser('root', { admin: true });
await pushSampleRepo(server, 'root');

const change = (payload: object, name = 'project') => {
  const url = `/api/repos/root/${name}`;
  return server.app.inject({ method: 'PATCH', url, headers: bearer(root), payload });
};
const call = async <Answer>(method: 'GET' | 'POST', path: string): Promise<Answer> =>
  (await server.app.inject({ method, url: `/api${path}`, headers: bearer(root) })).json();

/** Another value for each setting. */
const settings = {
  trusted: true,
  protected: true,
  timeout: 90,
  throttle: 2,
  counter: 40,
  visibility: 'public',
  config_path: 'other.yml',
  config_folder: '.drone',
  ignore_forks: true,
  ignore_pull_requests: true,
  auto_cancel_pull_requests: true,
  auto_cancel_pushes: true,
  auto_cancel_running: true,
} satisfies Partial<Repo>;

describe('null in a change of settings', () => {
  it.each(Object.entries(settings))('changes only %s', async (name, value) => {
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

  it('does not hide a value of a wrong type', async () => {
    expect((await change({ timeout: null, trusted: 'yes' })).statusCode).toBe(400);
  });
});

describe('the counter', () => {
  it('sets the number of the next build, and hides no build', async () => {
    await pushSampleRepo(server, 'root', 'counted');
    expect((await change({ counter: 99 }, 'counted')).json().counter).toBe(99);
    const repos = await call<Repo[]>('GET', '/user/repos?latest=true');
    expect(repos.find(({ name }) => name === 'counted')?.build?.number).toBe(1);
    expect((await call<Build>('POST', '/repos/root/counted/builds')).number).toBe(100);
    expect((await call<Repo>('GET', '/repos/root/counted')).counter).toBe(100);
  });

  it('never repeats a number', async () => {
    const answer = await change({ counter: 99 }, 'counted');
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      'The counter is a whole number from 100 to 1000000000',
    ]);
    const { repos } = server.core;
    const { id = 0 } = (await repos.findBySlug('root/counted')) ?? {};
    expect((await repos.update(id, { counter: 7 })).counter).toBe(100);
  });
});

describe('the throttle', () => {
  const pipeline = 'kind: pipeline\ntype: exec\nname: a\nsteps: []\n';
  const repo = '/repos/root/throttled';
  const waitingOf = async (build: number) =>
    (await call<Build>('GET', `${repo}/builds/${build}`)).stages?.[0]?.waiting;
  let api: ReturnType<typeof runnerApiOf>;
  beforeAll(async () => {
    await server.core.db.deleteFrom('builds').execute();
    api = runnerApiOf(server);
    await pushSampleRepo(server, 'root', 'throttled', pipeline);
    await call('POST', `${repo}/builds`);
  });

  it('is returned, and absent if there is none', async () => {
    expect(await call<Repo>('GET', repo)).not.toHaveProperty('throttle');
    await change({ throttle: 1 }, 'throttled');
    expect(await call<Repo>('GET', repo)).toHaveProperty('throttle', 1);
  });

  it('delays stages of the repository until a running one has finished', async () => {
    const { stage } = await startNextStage(api);
    const next = api.requestStage({ body: execFilter }, AbortSignal.timeout(20_000));
    const second = (await call<Build>('GET', `${repo}/builds/2`)).stages?.[0];
    await expect(
      api.acceptStage({ params: { stage: second?.id ?? 0 }, query: { machine: 'tester' } }),
    ).rejects.toThrow('no longer in');
    expect(await waitingOf(2)).toEqual({
      reason: 'throttle',
      limit: 1,
      holders: [{ build: 1, stage: 1 }],
    });
    await api.updateStage({ params: { stage: stage.id }, body: { ...stage, status: 'success' } });
    expect((await next)?.build_id).toBe(second?.build_id);
  });

  it('releases stages when it is removed, and when running ones are canceled', async () => {
    await startNextStage(api);
    await call('POST', `${repo}/builds`);
    const lifted = api.requestStage({ body: execFilter }, AbortSignal.timeout(20_000));
    expect(await waitingOf(3)).toHaveProperty('reason', 'throttle');
    await change({ throttle: 0 }, 'throttled');
    expect((await lifted)?.build_id).toBe((await call<Build>('GET', `${repo}/builds/3`)).id);
    await change({ throttle: 1 }, 'throttled');
    const freed = api.requestStage({ body: execFilter }, AbortSignal.timeout(20_000));
    const url = `/api${repo}/builds/2`;
    await server.app.inject({ method: 'DELETE', url, headers: bearer(root) });
    expect((await freed)?.build_id).toBe((await call<Build>('GET', `${repo}/builds/3`)).id);
  });
});
