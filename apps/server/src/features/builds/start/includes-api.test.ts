import type { Build } from '@millrace/contract/api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cronsOf } from '../../../../testing/crons-of.ts';
import {
  bearer,
  createWorkTree,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../../testing/test-server.ts';
import type { Repo } from '../../../domain/repo.ts';

let server: TestServer;
let ada: { token: string };
beforeEach(async () => {
  server = await startTestServer();
  ada = await server.addUser('ada');
  await server.addUser('bob');
});
afterEach(() => server.stop());

const shared = 'kind: pipeline\ntype: exec\nname: lint\nsteps: [{ name: a, commands: [a] }]\n';
const include = (repository: string) =>
  `include: { repository: ${repository}, path: .drone.yml }\n`;

async function pushIncluding(repository: string): Promise<Build> {
  await pushSampleRepo(server, 'ada', 'project', include(repository));
  const url = '/api/repos/ada/project/builds/1';
  return (await server.app.inject({ url, headers: bearer(ada) })).json();
}

it('includes a file of another repository of the person who pushed', async () => {
  await pushSampleRepo(server, 'ada', 'shared', shared);
  const build = await pushIncluding('ada/shared');
  expect([build.status, build.stages?.map(({ name }) => name)]).toEqual(['pending', ['lint']]);
});

it.each(['bob/shared', 'bob/gone'])(
  'does not tell private repositories from missing ones: %s',
  async (slug) => {
    await pushSampleRepo(server, 'bob', 'shared', shared);
    const build = await pushIncluding(slug);
    const reason = `there is no repository ${slug} that ada may read`;
    expect([build.status, build.error]).toEqual(['error', `.drone.yml: line 1: ${reason}`]);
  },
);

describe('an access token', () => {
  const createToken = async (scope: string, repo?: string) => {
    const created = await server.app.inject({
      method: 'POST',
      url: '/api/user/tokens',
      headers: bearer(ada),
      body: { name: `${scope} ${repo}`, scope, repo },
    });
    return created.json<{ token: string }>();
  };
  const refusal = (who: string) => expect.stringContaining(`ada/shared that ${who} may read`);
  const start = async (by: { token: string }, path = '?branch=main') => {
    const url = `/api/repos/ada/project/builds${path}`;
    const answer = await server.app.inject({ method: 'POST', url, headers: bearer(by) });
    return answer.json<Build>();
  };

  beforeEach(async () => {
    await pushSampleRepo(server, 'ada', 'shared', shared);
    await pushSampleRepo(server, 'ada', 'project', include('ada/shared'));
  });

  it('for one repository reads no other private one: new builds and promotions', async () => {
    const limited = await createToken('admin', 'ada/project');
    const { number } = await start(ada);
    expect((await start(limited)).error).toEqual(refusal('ada'));
    expect((await start(limited, `/${number}/promote?target=a`)).error).toEqual(refusal('ada'));
    expect((await start(ada)).error).toBeUndefined();
    expect((await start(await createToken('write'))).error).toBeUndefined();
  });

  it('for one repository reads no other private one: pushes', async () => {
    const limited = await createToken('write', 'ada/project');
    const push = async (by: { token: string }, more: string) => {
      const work = await createWorkTree(server, 'ada', 'ada/project');
      const remote = new URL(`/git/ada/project.git`, server.url);
      Object.assign(remote, { username: 'ada', password: by.token });
      await work.git('fetch', 'origin', 'main');
      await work.git('reset', '--hard', 'FETCH_HEAD');
      await work.commit({ more });
      await work.git('push', remote.href, 'HEAD:main');
    };
    await push(limited, 'a');
    await push(ada, 'b');
    const list = await server.app.inject({
      url: '/api/repos/ada/project/builds',
      headers: bearer(ada),
    });
    const errors = list.json<Build[]>().map(({ error }) => error);
    expect(errors.slice(0, 2)).toEqual([undefined, refusal('ada')]);
  });

  it('withholds the rights of a system admin', async () => {
    ada = await server.addUser('root', { admin: true });
    await pushSampleRepo(server, 'root', 'project', include('ada/shared'));
    const limited = await createToken('write');
    const startAt = async (by: { token: string }) => {
      const url = '/api/repos/root/project/builds?branch=main';
      const answer = await server.app.inject({ method: 'POST', url, headers: bearer(by) });
      return answer.json<Build>().error;
    };
    expect(await startAt(ada)).toBeUndefined();
    expect(await startAt(limited)).toEqual(refusal('root'));
  });
});

it('lets a file of another repository name only its own repository and public ones', async () => {
  await pushSampleRepo(server, 'ada', 'private', shared);
  const text = 'include: { repository: ada/private, path: .drone.yml }\n';
  const outer = await pushSampleRepo(server, 'bob', 'shared', text);
  await server.core.repos.update(outer.id, { visibility: 'public' });
  const build = await pushIncluding('bob/shared');
  expect(build.error).toContain(
    'there is no repository ada/private that a file of bob/shared may read',
  );
  const inner = await server.core.repos.findBySlug('ada/private');
  await server.core.repos.update(inner?.id ?? 0, { visibility: 'public' });
  const url = '/api/repos/ada/project/builds?branch=main';
  const again = await server.app.inject({ method: 'POST', url, headers: bearer(ada) });
  expect(again.json<Build>().error).toBeUndefined();
});

describe('a cron job', () => {
  let repo: Repo;
  beforeEach(async () => {
    await pushSampleRepo(server, 'ada', 'shared', shared);
    repo = await pushSampleRepo(server, 'ada', 'project', include('ada/shared'));
    await cronsOf(server).cronService.create(
      repo,
      { name: 'nightly', expr: '@daily', branch: 'main' },
      { id: repo.ownerId, login: 'ada' },
    );
  });
  const run = async () => {
    const cron = await cronsOf(server).crons.find(repo.id, 'nightly');
    if (!cron) throw new Error('There is no cron job');
    await cronsOf(server)
      .cronService.startRun(cron, async () => true)
      .catch(() => undefined);
    const { error } = (await cronsOf(server).crons.find(repo.id, 'nightly')) ?? {};
    const [build] = (
      await server.app.inject({
        url: '/api/repos/ada/project/builds',
        headers: bearer(ada),
      })
    ).json<Build[]>();
    return { refusal: error, event: build?.event, error: build?.error };
  };
  const changeAs = async (login: string) => {
    const user = await server.core.userStore.findByLogin(login);
    if (!user) throw new Error(`There is no account ${login}`);
    await server.core.repos.grant(user.id, repo.id, 'admin');
    await cronsOf(server).cronService.update(repo, 'nightly', { branch: 'main' }, user);
  };

  it('reads what the person may read who has last changed it', async () => {
    expect(await run()).toEqual({ refusal: '', event: 'cron', error: undefined });
    await changeAs('bob');
    const reason = 'there is no repository ada/shared that bob may read';
    expect(await run()).toMatchObject({ event: 'cron', error: expect.stringContaining(reason) });
  });

  it('stops when this person may start no builds', async () => {
    await changeAs('bob');
    await server.core.repos.revoke(repo.id, 'bob');
    const refusal =
      'The cron job was last changed by bob, who may not start builds here. Save it to run it on your behalf.';
    expect(await run()).toMatchObject({ refusal, event: 'push' });
    await changeAs('ada');
    expect(await run()).toMatchObject({ refusal: '', event: 'cron' });
  });
});
