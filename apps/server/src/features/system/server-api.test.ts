import type { Build, Repo, RepoBuildStage, Template } from '@millrace/contract/api';
import { openStream } from '@millrace/test-support/stream-reader';
import { describe, expect, it } from 'vitest';
import { runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import { serverOfFile } from '../../../testing/server-of-file.ts';
import { bearer, pushSampleRepo } from '../../../testing/test-server.ts';

const server = await serverOfFile();
const root = await server.addUser('root', { admin: true });
const ada = await server.addUser('ada');
await pushSampleRepo(server, 'ada', 'one');
await pushSampleRepo(server, 'ada', 'two');

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const call = async <Answer>(method: Method, url: string, user = root, payload?: object) => {
  const headers = bearer(user);
  const answer = await server.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
  return answer.json() as Answer;
};

describe('unfinished work', () => {
  type RepoWithBuild = Repo & { build: Build };
  const builds = async () =>
    (await call<RepoWithBuild[]>('GET', '/api/builds/incomplete')).map(
      ({ slug, build }) => [slug, build.number, build.status] as const,
    );
  const stages = () => call<RepoBuildStage[]>('GET', '/api/builds/incomplete/v2');

  it('is listed by build, newest first, while it is pending or running', async () => {
    expect(await builds()).toEqual([
      ['ada/two', 1, 'pending'],
      ['ada/one', 1, 'pending'],
    ]);
    await startNextStage(runnerApiOf(server));
    await call('POST', '/api/repos/ada/one/builds', ada);
    expect(await builds()).toEqual([
      ['ada/one', 2, 'pending'],
      ['ada/two', 1, 'pending'],
      ['ada/one', 1, 'running'],
    ]);
    await call('DELETE', '/api/repos/ada/two/builds/1', ada);
    expect((await builds()).map(([slug]) => slug)).toEqual(['ada/one', 'ada/one']);
  });

  it('is listed by stage, flat', async () => {
    await server.core.repos.update(1, { throttle: 4 });
    const list = await stages();
    expect(list.map((stage) => [stage.build_number, stage.stage_name, stage.stage_status])).toEqual(
      [
        [1, 'first', 'running'],
        [2, 'first', 'pending'],
      ],
    );
    expect(list[0]).toMatchObject({
      repo_namespace: 'ada',
      repo_name: 'one',
      repo_slug: 'ada/one',
      build_author_email: 'ada@example.com',
      build_sender: 'ada',
      stage_kind: 'pipeline',
      stage_type: 'exec',
      stage_machine: 'tester',
      stage_os: 'linux',
      stage_limit: '0',
      stage_limit_repo: '4',
    });
  });

  it('is counted', async () => {
    const stream = await openStream(`${server.url}/api/stream`, bearer(ada));
    expect(await call('GET', '/api/system/stats')).toEqual({
      users: { total: 2 },
      repos: { active: 2 },
      builds: { pending: 1, running: 1, total: 3 },
      pipelines: [{ os: 'linux', arch: 'amd64', variant: '', kernel: '', pending: 3, running: 1 }],
      events: { subscribers: 1 },
      streams: { subscribers: 0 },
    });
    await call('POST', '/api/repos/ada/two/builds', ada);
    await stream.take(1);
  });
});

describe('the stream of a repository', () => {
  it('sends only its builds', async () => {
    const stream = await openStream(`${server.url}/api/stream/ada/two`, bearer(ada));
    await call('POST', '/api/repos/ada/one/builds', ada);
    await call('POST', '/api/repos/ada/two/builds', ada);
    const [message] = await stream.take(1);
    expect(JSON.parse(message?.data ?? '')).toMatchObject({ slug: 'ada/two' });
  });

  it('requires read access', async () => {
    const bob = await server.addUser('bob');
    const headers = { guest: {}, stranger: bearer(bob) };
    const status = async (who: keyof typeof headers) =>
      (await fetch(`${server.url}/api/stream/ada/two`, { headers: headers[who] })).status;
    expect([await status('guest'), await status('stranger')]).toEqual([401, 404]);
  });
});

describe('the data of an account at the forge', () => {
  it('is returned with the data stored here', async () => {
    const { forge } = server.core;
    const listRepos = forge.listRepos.bind(forge);
    forge.listRepos = async (login) => [
      ...(await listRepos(login)),
      {
        uid: '77',
        namespace: 'org',
        name: 'new',
        defaultBranch: 'trunk',
        isPrivate: true,
        permissions: { read: true, write: false, admin: false },
      },
    ];
    const repos = await call<Repo[]>('GET', '/api/user/remote/repos', ada);
    expect(repos.map(({ slug, active, id }) => [slug, active, id > 0])).toEqual([
      ['ada/one', true, true],
      ['ada/two', true, true],
      ['org/new', false, false],
    ]);
    expect(await call('GET', '/api/user/remote/repos/org/new', ada)).toMatchObject({
      uid: '77',
      default_branch: 'trunk',
      private: true,
      permissions: { read: true, write: false, admin: false },
    });
    expect(await call('GET', '/api/user/remote/repos/org/old', ada)).toEqual({
      message: 'Not Found',
      code: 'not_found',
    });
    forge.listRepos = listRepos;
  });
});

it('changes secrets and templates of an organization with other methods, too', async () => {
  const secret = { name: 'key', data: 'hunter22' };
  await call('POST', '/api/secrets/ada', ada, secret);
  const changed = { data: 'hunter23', pull_request: true };
  expect(await call('POST', '/api/secrets/ada/key', ada, changed)).toMatchObject({
    name: 'key',
    pull_request: true,
  });
  await call('POST', '/api/templates/ada', ada, { name: 'a.yaml', data: 'kind: pipeline' });
  const url = '/api/templates/ada/a.yaml';
  expect((await call<Template>('PUT', url, ada, { data: 'kind: secret' })).data).toBe(
    'kind: secret',
  );
});

it('reports its forge and its license to monitors', async () => {
  expect(await (await fetch(`${server.url}/varz`)).json()).toEqual({
    scm: { url: server.url, rate: { limit: 0, remaining: 0, reset: 0 } },
    license: { kind: 'foss', seats: 0, repos: 0 },
  });
});
