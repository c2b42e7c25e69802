import { createHash } from 'node:crypto';
import type { Build as DomainBuild } from '@millrace/build-rules';
import type { Build } from '@millrace/contract/api';
import type { RunnerApi } from '@millrace/contract/runner';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CacheCalls } from '../../../testing/cache-calls.ts';
import { runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import type { BuildRequest } from '../../builds/build-request.ts';
import type { Repo } from '../../domain/repo.ts';
import { buildsPort } from '../builds/port.ts';

const pipeline = `kind: pipeline
type: exec
name: first
steps: [{ name: greet, commands: [echo hello] }]
`;
const pullRef = 'refs/pull/1/head';

let server: TestServer;
let ada: { token: string };
let api: RunnerApi;
let repo: Repo;
let first: DomainBuild;
/** A step of a push to main. */
let main: CacheCalls;
beforeEach(async () => {
  server = await startTestServer({ env: { MILLRACE_CACHE_REPO_MB: '2' } });
  ada = await server.addUser('ada');
  repo = await pushSampleRepo(server, 'ada', 'project', pipeline);
  api = runnerApiOf(server);
  main = await startCalls();
  first = (await server.core.builds.findByNumber(repo.id, 1)) as DomainBuild;
});
afterEach(() => server.stop());

async function startCalls(): Promise<CacheCalls> {
  return new CacheCalls(api, (await startNextStage(api)).step.id);
}

async function call(path: string): Promise<Build> {
  const url = `/api/repos/ada/project/builds${path}`;
  const answer = await server.app.inject({ method: 'POST', url, headers: bearer(ada) });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json<Build>();
}

/** Starts a build of the pushed commit, and returns the calls of its step. */
async function startBuild(request: Partial<BuildRequest>, sha = first.after): Promise<CacheCalls> {
  const { authorLogin, authorName, authorEmail, authorAvatar, committed } = first;
  const build = await server.ask(buildsPort).createBuild(repo, {
    event: 'push',
    trigger: '@hook',
    sender: 'ada',
    ref: 'refs/heads/main',
    target: 'main',
    commit: {
      sha,
      message: 'Change',
      authorLogin,
      authorName,
      authorEmail,
      authorAvatar,
      committedSec: committed,
    },
    config: pipeline,
    ...request,
  });
  if (!build) throw new Error('The build was not created');
  if (build.status === 'blocked') await call(`/${build.number}/approve/1`);
  return startCalls();
}

const fork: Partial<BuildRequest> = {
  event: 'pull_request',
  action: 'opened',
  ref: pullRef,
  sourceRepo: 'eve/project',
  source: 'main',
  sender: 'eve',
};

/** Expects that the calls read the caches of main, and cannot change what main reads. */
async function expectIsolation(attacker: CacheCalls): Promise<void> {
  await main.put('npm-main', 'good');
  expect(await attacker.get('npm-main')).toBe('good');
  for (const key of ['npm-main', 'npm-main-2', 'unknown']) await attacker.put(key, 'evil');
  for (const query of [{}, { restoreKeys: ['npm-main', 'unk', 'n'] }]) {
    for (const calls of [main, await startBuild({})]) {
      expect(await calls.get('npm-main', query)).toBe('good');
      expect(await calls.get('unknown')).toBe('other_scope');
    }
  }
}

it('a pull request of a fork writes only its own caches', async () => {
  const attacker = await startBuild(fork);
  await expectIsolation(attacker);
  expect(await attacker.get('unknown')).toBe('evil');
});

it('a pull request of the same repository writes only its own caches', async () => {
  await expectIsolation(await startBuild({ ...fork, sourceRepo: repo.slug, sender: 'ada' }));
});

it.each([
  ['restarted', '/2', 'eve/project'],
  ['promoted', '/2/promote?target=production', 'ada/project'],
  ['rolled back', '/2/rollback?target=production', 'ada/project'],
])('a pull request that is %s writes only its own caches', async (_, path, sourceRepo) => {
  await startBuild({ ...fork, sourceRepo });
  const finished = { status: 'success', finished: 1 } as const;
  await server.core.db.updateTable('stages').set({ status: 'success' }).execute();
  await server.core.db.updateTable('builds').set(finished).where('number', '=', 2).execute();
  main = await startBuild({});
  const { number, status } = await call(path);
  if (status === 'blocked') await call(`/${number}/approve/1`);
  await expectIsolation(await startCalls());
});

it('a custom build of the commit of a pull request writes only its caches', async () => {
  const sha = 'e'.repeat(40);
  await startBuild(fork, sha);
  await expectIsolation(await startBuild({ event: 'custom' }, sha));
});

it('a custom build of the ref of a pull request writes only its caches', async () => {
  await expectIsolation(await startBuild({ event: 'custom', ref: 'refs/merge-requests/9/head' }));
});

it('a custom build of a commit that was pushed writes the caches of the branch', async () => {
  await startBuild(fork);
  const custom = await startBuild({ event: 'custom' });
  await custom.put('npm-custom', 'good');
  expect(await main.get('npm-custom')).toBe('good');
});

it('a branch or tag that is named like a scope writes only its own caches', async () => {
  const pull = await startBuild(fork);
  await pull.put('own', 'of the pull request');
  for (const name of ['pull/1', 'branch/main', 'build/2']) {
    const branch = await startBuild({ ref: `refs/heads/${name}`, target: name });
    await expectIsolation(branch);
    const tag = await startBuild({ event: 'tag', ref: `refs/tags/${name}`, target: '' });
    await expectIsolation(tag);
  }
  expect(await pull.get('own')).toBe('of the pull request');
  expect(await pull.get('unknown')).toBe('other_scope');
});

it('a pull request reads the caches of its target branch, and not of other pull requests', async () => {
  const next = await startBuild({ ref: 'refs/heads/next', target: 'next' });
  await next.put('npm-next', 'of next');
  const other = await startBuild({ ...fork, ref: 'refs/pull/2/head', target: 'next' });
  await other.put('npm-other', 'of another pull request');
  const pull = await startBuild({ ...fork, target: 'next' });
  expect(await pull.get('npm-next')).toBe('of next');
  expect(await pull.get('npm-other')).toBe('other_scope');
  expect(await pull.get('npm', { restoreKeys: ['npm-'] })).toBe('of next');
});

it('a stage uses no lookup of another stage', async () => {
  await main.put('npm', 'good');
  const { lookup } = await main.find('npm-new');
  const { lookup: hit } = await main.find('npm');
  const attacker = await startBuild(fork);
  await expect(attacker.save(lookup, 'evil')).rejects.toThrow('This stage has no such lookup');
  await expect(attacker.load(hit)).rejects.toThrow('This stage has no such lookup');
  await expect(attacker.discard(hit)).rejects.toThrow('This stage has no such lookup');
  expect(await main.get('npm')).toBe('good');
  expect(await main.get('npm-new')).toBe('no_entry');
});

it('a runner changes no cache of a stage of another runner', async () => {
  const { lookup } = await main.find('npm');
  const { step } = await startNextStageOf('other');
  const stranger = new CacheCalls(runnerApiOf(server, 'stranger'), step.id);
  await expect(stranger.find('npm')).rejects.toThrow('belongs to another runner');
  await expect(stranger.save(lookup, 'evil')).rejects.toThrow('belongs to another runner');
});

async function startNextStageOf(name: string) {
  await server.ask(buildsPort).createBuild(repo, {
    event: 'push',
    trigger: '@hook',
    sender: 'ada',
    ref: `refs/heads/${name}`,
    target: name,
    commit: {
      sha: first.after,
      message: '',
      authorLogin: '',
      authorName: '',
      authorEmail: '',
      authorAvatar: '',
      committedSec: 1,
    },
    config: pipeline,
  });
  return startNextStage(api);
}

it('an upload that ends after its stage is not stored', async () => {
  const { stage, step } = await startNextStageOf('late');
  const late = new CacheCalls(api, step.id);
  const { lookup } = await late.find('npm');
  const bytes = Buffer.from('evil');
  const file = {
    size: bytes.length,
    async *read() {
      yield bytes.subarray(0, 2);
      const success = { status: 'success' } as const;
      await api.updateStep({ params: { step: step.id }, body: { ...step, ...success } });
      await api.updateStage({ params: { stage: stage.id }, body: { ...stage, ...success } });
      yield bytes.subarray(2);
    },
  };
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const saving = api.saveCache({ params: { step: step.id, lookup }, query: { sha256 }, file });
  await expect(saving).rejects.toThrow('is over');
  expect(await server.core.db.selectFrom('caches').selectAll().execute()).toEqual([]);
});

it('content that does not match its digest or length is not stored', async () => {
  const { lookup } = await main.find('npm');
  const wrong = main.save(lookup, 'evil', 'a'.repeat(64));
  await expect(wrong).rejects.toThrow('The content does not match its SHA-256');
  const step = (await server.core.db.selectFrom('steps').select('id').executeTakeFirstOrThrow()).id;
  const short = api.saveCache({
    params: { step, lookup },
    query: { sha256: 'a'.repeat(64) },
    file: {
      size: 5,
      async *read() {
        yield Buffer.from('evil');
      },
    },
  });
  await expect(short).rejects.toThrow('Expected 5 bytes, got 4');
  expect(await main.get('npm')).toBe('no_entry');
});

it('pull requests evict at most half of the caches of branches', async () => {
  await main.put('npm', 'x'.repeat(900_000));
  const attacker = await startBuild(fork);
  for (let at = 0; at < 5; at++) await attacker.put(`fill-${at}`, `${at}`.repeat(600_000));
  expect(await main.get('npm')).toHaveLength(900_000);
  const { lookup } = await attacker.find('huge');
  const huge = attacker.save(lookup, 'x'.repeat(1_100_000));
  await expect(huge).rejects.toThrow('It is larger than the quota of the repository');
});
