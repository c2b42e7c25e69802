import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import {
  createWorkTree,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import type { Repo } from '../../domain/repo.ts';
import { StepPushes } from './step-pushes.ts';

const pipeline = `kind: pipeline
type: exec
name: site
steps:
  - name: greet
    commands: [git push]
    push: { branches: [gh-pages, docs/*, main], tags: [v*] }
`;

let server: TestServer;
let repo: Repo;
let work: Awaited<ReturnType<typeof createWorkTree>>;
let api: ReturnType<typeof runnerApiOf>;
let password: string;
let stageId: number;
let step: Awaited<ReturnType<typeof startNextStage>>['step'];

beforeAll(async () => {
  server = await startTestServer();
  await server.addUser('ada');
  repo = await pushSampleRepo(server, 'ada', 'project', 'kind: none\n');
  await pushSampleRepo(server, 'ada', 'other', 'kind: none\n');
  await server.core.db.deleteFrom('stages').execute();
  await server.core.repos.update(repo.id, { trusted: true });
  work = await createWorkTree(server, 'ada', 'ada/project');
  await work.git('fetch', '--quiet', 'origin', 'main');
  await work.git('reset', '--quiet', '--hard', 'FETCH_HEAD');
  await work.commit({ '.drone.yml': pipeline });
  await work.git('push', '--quiet', 'origin', 'HEAD:main');
  api = runnerApiOf(server);
  const started = await startNextStage(api);
  ({ step } = started);
  stageId = started.stage.id;
  const { pushes } = await api.getStageDetails({ params: { stage: stageId } });
  expect(pushes).toMatchObject([{ step: 'greet', login: 'millrace-push' }]);
  password = pushes?.[0]?.password ?? '';
});
afterAll(() => server.stop());
beforeEach(async () => {
  const { db } = server.core;
  await db.updateTable('builds').set({ source_repo: '', event: 'push' }).execute();
  await db.deleteFrom('audit_events').execute();
});

async function push(
  refspecs: string[],
  options: { name?: string; login?: string; password?: string } = {},
) {
  const url = new URL(`${server.url}/git/ada/${options.name ?? 'project'}.git`);
  const { login = 'millrace-push', password: secret = password } = options;
  Object.assign(url, { username: login, password: secret });
  const { exitCode, stderr } = await work.git('push', url.href, ...refspecs);
  return { isDone: exitCode === 0, stderr };
}
const countBuilds = async () =>
  (await server.core.db.selectFrom('builds').select('id').where('repo_id', '=', repo.id).execute())
    .length;
const auditOf = async () =>
  (await server.core.db.selectFrom('audit_events').selectAll().execute()).map((one) => ({
    ...one,
    details: JSON.parse(one.details),
  }));

describe('a step that may push', () => {
  it('pushes the named branches and tags, starts no builds, and is recorded', async () => {
    const builds = await countBuilds();
    const sha = await work.commit({ page: '1' });
    expect(await push(['HEAD:refs/heads/gh-pages'])).toMatchObject({ isDone: true });
    expect(await push(['HEAD:refs/heads/docs/one', 'HEAD:refs/tags/v1'])).toMatchObject({
      isDone: true,
    });
    expect(await countBuilds()).toBe(builds);
    const zeros = '0'.repeat(40);
    const common = { action: 'step.push', credential: 'build', actor: '', repo: 'ada/project' };
    expect(await auditOf()).toMatchObject(
      ['refs/heads/gh-pages', 'refs/heads/docs/one', 'refs/tags/v1'].map((ref) => ({
        ...common,
        target: expect.stringMatching(/^builds\/\d+$/),
        details: { step: 'greet', ref, before: zeros, after: sha },
      })),
    );
  });

  it('replaces a branch that is not the default branch, and adds commits to that', async () => {
    expect(await push(['HEAD:refs/heads/docs/forced'])).toMatchObject({ isDone: true });
    expect(await push(['+HEAD~1:refs/heads/docs/forced'])).toMatchObject({ isDone: true });
    await work.commit({ page: 'main' });
    expect(await push(['HEAD:refs/heads/main'])).toMatchObject({ isDone: true });
    const refused = await push(['+HEAD~1:refs/heads/main']);
    expect(refused).toMatchObject({ isDone: false });
    expect(refused.stderr).toContain('The step may not remove commits of the default branch.');
  });

  it.each([
    ['another branch', 'HEAD:refs/heads/other', 'push to refs/heads/other'],
    ['a longer name', 'HEAD:refs/heads/gh-pages2', 'push to refs/heads/gh-pages2'],
    ['a branch below a pattern', 'HEAD:refs/heads/docs/a/b', 'push to refs/heads/docs/a/b'],
    ['the beginning of a pattern', 'HEAD:refs/tags/w1', 'push to refs/tags/w1'],
    ['another kind of ref', 'HEAD:refs/notes/v1', 'push to refs/notes/v1'],
    ['a name with a wildcard in it', 'HEAD:refs/heads/docs', 'push to refs/heads/docs'],
  ])('may not push %s', async (_, refspec, reason) => {
    const { isDone, stderr } = await push([refspec]);
    expect([isDone, stderr]).toEqual([
      false,
      expect.stringContaining(`The step may not ${reason}.`),
    ]);
    expect(await auditOf()).toEqual([]);
  });

  it('may not delete, nor move a tag, nor hide a forbidden ref behind a permitted one', async () => {
    await push(['HEAD:refs/heads/docs/kept', 'HEAD:refs/tags/v2']);
    const before = (await work.git('ls-remote', 'origin')).stdout;
    expect((await push([':refs/heads/docs/kept'])).stderr).toContain(
      'The step may not delete refs/heads/docs/kept.',
    );
    await work.commit({ page: '2' });
    expect((await push(['+HEAD:refs/tags/v2'])).stderr).toContain(
      'The step may not move the tag v2.',
    );
    expect(await push(['HEAD:refs/heads/docs/new', 'HEAD:refs/heads/evil'])).toMatchObject({
      isDone: false,
    });
    expect((await work.git('ls-remote', 'origin')).stdout).toBe(before);
  });

  it('may not push to another repository, nor read with these credentials', async () => {
    const refused = await push(['HEAD:refs/heads/gh-pages'], { name: 'other' });
    expect(refused.stderr).toContain('Steps of ada/project may not push to ada/other');
    const url = `${server.url}/git/ada/other.git/info/refs?service=git-upload-pack`;
    const authorization = `Basic ${btoa(`millrace-push:${password}`)}`;
    expect((await fetch(url, { headers: { authorization } })).status).toBe(404);
  });

  it('may not push with the credentials of the clone, nor with changed ones', async () => {
    const { netrc } = await api.getStageDetails({ params: { stage: stageId } });
    const clone = { login: netrc?.login ?? '', password: netrc?.password ?? '' };
    expect(await push(['HEAD:refs/heads/gh-pages'], clone)).toMatchObject({ isDone: false });
    const mixed = { login: 'millrace-push', password: clone.password };
    expect(await push(['HEAD:refs/heads/gh-pages'], mixed)).toMatchObject({ isDone: false });
    const [expires = '', ...rest] = password.split('.');
    const later = [Number(expires) + 1, ...rest].join('.');
    expect(await push(['HEAD:refs/heads/gh-pages'], { password: later })).toMatchObject({
      isDone: false,
    });
  });

  it.each([
    ['a pull request', { event: 'pull_request', source_repo: 'ada/project' }],
    ['a fork', { event: 'promote', source_repo: 'eve/project' }],
  ] as const)('may not push in a build of %s', async (_, facts) => {
    await server.core.db.updateTable('builds').set(facts).execute();
    const { stderr } = await push(['HEAD:refs/heads/gh-pages']);
    expect(stderr).toContain('builds of pull requests and forks may not push');
    const details = await api.getStageDetails({ params: { stage: stageId } });
    expect(details).toMatchObject({
      pushRefusal: 'builds of pull requests and forks may not push',
    });
    expect(details.pushes).toBeUndefined();
  });

  it('ends with the reason on a remote forge', async () => {
    const pushes = new StepPushes({ ...server.core, remote: {} });
    const build = await server.core.buildReadModel.findById(
      (await server.core.stages.findById(stageId))?.buildId ?? 0,
    );
    const stage = { id: stageId, name: 'site', type: 'exec', runner: '', attempt: 1 } as const;
    if (!build) throw new Error('The build is gone');
    const read = (config: string) => pushes.listFor({ repo, build, config, stage });
    expect(await read(pipeline)).toEqual({
      pushRefusal: 'this needs the git hosting of Millrace',
    });
    expect(await read(pipeline.replace(/ +push:.*\n/, ''))).toEqual({});
  });

  it('may not push once the repository is not trusted, and when it has ended', async () => {
    await server.core.repos.update(repo.id, { trusted: false });
    expect((await push(['HEAD:refs/heads/gh-pages'])).stderr).toContain(
      'ada/project is not trusted',
    );
    await server.core.repos.update(repo.id, { trusted: true });
    await api.updateStep({
      params: { step: step.id },
      body: { ...step, status: 'success', stopped: 2 },
    });
    expect((await push(['HEAD:refs/heads/gh-pages'])).stderr).toContain(
      'The step "greet" is not running, so it cannot push',
    );
  });

  it('starts builds if it asks for them, unless a step has started its own build', async () => {
    const startPushingStep = async () => {
      const { stage } = await startNextStage(api);
      const { pushes } = await api.getStageDetails({ params: { stage: stage.id } });
      password = pushes?.[0]?.password ?? '';
    };
    const asking = pipeline.replace('push: {', 'push: { builds: true,');
    await work.commit({ '.drone.yml': asking });
    await work.git('push', '--quiet', 'origin', 'HEAD:main');
    await startPushingStep();
    const before = await countBuilds();
    expect(await push(['HEAD:refs/heads/docs/built'])).toMatchObject({ isDone: true });
    expect(await countBuilds()).toBe(before + 1);
    const newest = server.core.db
      .selectFrom('builds')
      .select(['sender', 'ref'])
      .orderBy('id', 'desc');
    expect(await newest.executeTakeFirst()).toEqual({
      sender: expect.stringMatching(/^millrace-push\/\d+\/greet$/),
      ref: 'refs/heads/docs/built',
    });
    await startPushingStep();
    expect(await push(['HEAD:refs/heads/docs/next'])).toMatchObject({ isDone: true });
    expect(await countBuilds()).toBe(before + 1);
  });
});
