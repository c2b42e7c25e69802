import { execa } from 'execa';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import {
  bearer,
  gitEnvironment,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import type { Repo } from '../../domain/repo.ts';

let server: TestServer;
let ada: { token: string };
let parent: Repo;
/** Credentials of the running stage of the only build. */
let credentials: { login: string; password: string };
let stageId: number;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addUser('ada');
  parent = await pushSampleRepo(server, 'ada', 'parent');
  const api = runnerApiOf(server);
  const { stage } = await startNextStage(api);
  stageId = stage.id;
  const { netrc } = await api.getStageDetails({ params: { stage: stage.id } });
  if (!netrc) throw new Error('The stage has no credentials');
  credentials = netrc;
  await pushSampleRepo(server, 'ada', 'library');
});
afterAll(() => server.stop());
beforeEach(async () => {
  const { db } = server.core;
  await db.deleteFrom('build_access').execute();
  await db.updateTable('builds').set({ source_repo: '', event: 'push' }).execute();
});

const change = async (method: 'PUT' | 'DELETE', name = 'library') => {
  const url = `/api/repos/ada/parent/build-access/ada/${name}`;
  expect((await server.app.inject({ method, url, headers: bearer(ada) })).statusCode).toBeLessThan(
    300,
  );
};
async function read(name: string, password = credentials.password) {
  const url = new URL(`${server.url}/git/ada/${name}.git`);
  Object.assign(url, { username: credentials.login, password });
  const env = gitEnvironment(server);
  const { exitCode, stdout, stderr } = await execa('git', ['ls-remote', url.href], {
    env,
    reject: false,
  });
  return exitCode === 0 ? stdout : stderr;
}

it('reads its own repository, and another one as long as it is listed', async () => {
  expect(await read('parent')).toContain('refs/heads/main');
  expect(await read('library')).toContain(
    'Builds of ada/parent may not read ada/library. If it exists, an admin of both can allow it in the ' +
      `settings of ada/parent, under Build Access: ${server.url}/ada/parent/settings/build-access`,
  );
  await change('PUT');
  expect(await read('library')).toContain('refs/heads/main');
  await change('DELETE');
  expect(await read('library')).toContain('Builds of ada/parent may not read ada/library.');
});

it('does not reveal whether a repository exists', async () => {
  const ofPrivate = await read('library');
  const ofMissing = await read('missing');
  expect(ofMissing).toContain('Builds of ada/parent may not read ada/missing.');
  expect(ofMissing.replaceAll('missing', 'library')).toBe(ofPrivate);
});

it('gives no access in the other direction, and none to push', async () => {
  await change('PUT');
  const { forge } = server.core.hosting;
  const library = await server.core.repos.findBySlug('ada/library');
  const stage = (await server.core.stages.listOpen()).find(({ repoId }) => repoId === library?.id);
  const { password } = await forge.cloneCredentials(
    { uid: library?.uid ?? '' },
    { id: stage?.id ?? 0, lifeSec: 60 },
  );
  expect(await read('library', password)).toContain('refs/heads/main');
  expect(await read('parent', password)).toContain(
    'Builds of ada/library may not read ada/parent.',
  );
  const url = new URL(`${server.url}/git/ada/library.git/info/refs?service=git-receive-pack`);
  const { login } = credentials;
  const headers = { authorization: `Basic ${btoa(`${login}:${credentials.password}`)}` };
  expect((await fetch(url, { headers })).status).toBe(403);
});

it.each([
  ['a pull request from a fork', { event: 'pull_request', source_repo: 'eve/parent' }],
  ['a pull request from an unknown repository', { event: 'pull_request', source_repo: '' }],
  ['a promoted commit of a fork', { event: 'promote', source_repo: 'eve/parent' }],
] as const)('is refused to %s', async (_, facts) => {
  await change('PUT');
  const { db } = server.core;
  await db.updateTable('builds').set(facts).where('repo_id', '=', parent.id).execute();
  expect(await read('parent')).toContain('refs/heads/main');
  expect(await read('library')).toContain(
    'Builds of commits from forks may only read ada/parent and public repositories',
  );
});

it('is given to a pull request from a branch of the repository', async () => {
  await change('PUT');
  const facts = { event: 'pull_request', source_repo: 'ada/parent' } as const;
  await server.core.db.updateTable('builds').set(facts).execute();
  expect(await read('library')).toContain('refs/heads/main');
});

it('needs no entry for a public repository', async () => {
  const open = await pushSampleRepo(server, 'ada', 'open');
  await server.core.repos.update(open.id, { visibility: 'public' });
  expect(await read('open')).toContain('refs/heads/main');
});

it('is refused to invalid credentials', async () => {
  await change('PUT');
  for (const password of [`${credentials.password}x`, 'x']) {
    for (const name of ['parent', 'library']) {
      expect(await read(name, password)).toContain(
        `The credentials of this build cannot read ada/${name}: they are invalid or have expired.`,
      );
    }
  }
});

it('ends with the stage, also for its own repository', async () => {
  await change('PUT');
  const { db } = server.core;
  await db.updateTable('stages').set({ status: 'success' }).where('id', '=', stageId).execute();
  for (const name of ['parent', 'library']) {
    expect(await read(name)).toContain(
      `This build has finished, so its credentials cannot read ada/${name}`,
    );
  }
});
