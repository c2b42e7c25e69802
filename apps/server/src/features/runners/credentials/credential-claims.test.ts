import type { Build, RunnerSummary, Stage } from '@millrace/contract/api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { queueOf } from '../../../../testing/queue-of.ts';
import {
  clientWith,
  type RegisteredRunner,
  registerRunner,
  runnersOf,
} from '../../../../testing/register-runner.ts';
import {
  newRunnerId,
  type RpcClient,
  rpcEnvironment,
  startOverRpc,
} from '../../../../testing/rpc-client.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../../testing/test-server.ts';
import type { BuiltRef } from '../../../domain/protected-build.ts';
import { scopeOf } from './credential.ts';
import { CredentialStore } from './credential-store.ts';

let server: TestServer;
let root: { token: string };
let ada: { token: string };
beforeEach(async () => {
  server = await startTestServer({ env: rpcEnvironment });
  root = await server.addUser('root', { admin: true });
  ada = await server.addUser('ada');
  await server.addUser('bob');
});
afterEach(() => server.stop());

const gpu = { gpu: 'yes' };

const push = (login: string, name: string, labels: Record<string, string> = {}) =>
  pushSampleRepo(
    server,
    login,
    name,
    JSON.stringify({
      kind: 'pipeline',
      type: 'exec',
      name: 'first',
      node: labels,
      steps: [{ name: 'greet', commands: ['echo hello'] }],
    }),
  );

/** Returns the waiting stage of each repository, by its slug. */
async function waitingStages(): Promise<[slug: string, id: number][]> {
  const open = await server.core.stages.listOpen();
  const found: [string, number][] = [];
  for (const { id, repoId, machine } of open) {
    const repo = await server.core.repos.findById(repoId);
    if (repo && machine === '') found.push([repo.slug, id]);
  }
  return found;
}

/** Lists the repositories whose stages the queue offers to a runner. */
async function offersFor({ id }: RegisteredRunner, labels = {}): Promise<string[]> {
  const stored = await new CredentialStore(server.core.db).listInUse();
  const credential = stored.find((each) => each.id === id);
  if (!credential) throw new Error('The runner is not registered');
  const queue = queueOf(server);
  const filter = { kind: 'pipeline', type: 'exec', labels };
  const slugs: string[] = [];
  for (;;) {
    const { stage } = await queue.offerNext(filter, scopeOf(credential));
    if (!stage) return slugs.sort();
    slugs.push((await server.core.repos.findById(stage.repoId))?.slug ?? '');
  }
}

/** Lists the repositories whose stages a runner can claim. It tries all of them, whatever it is offered. */
async function claimsOf(rpc: RpcClient): Promise<string[]> {
  const slugs: string[] = [];
  for (const [slug, id] of await waitingStages()) {
    const { status } = await rpc('POST', `/stage/${id}?machine=any`);
    expect([200, 409]).toContain(status);
    if (status === 200) slugs.push(slug);
  }
  return slugs.sort();
}

async function readWaiting(slug: string) {
  const url = `/api/repos/${slug}/builds/1`;
  const build: Build = (await server.app.inject({ url, headers: bearer(root) })).json();
  return build.stages?.[0]?.waiting;
}

/** Makes a runner wait for stages until the test ends. */
async function connect({ rpc, name }: RegisteredRunner, body: object = { type: 'exec' }) {
  void rpc('POST', '/stage', body).catch(() => undefined);
  const url = '/api/system/runners';
  await expect
    .poll(async () => {
      const runners: RunnerSummary[] = (
        await server.app.inject({ url, headers: bearer(root) })
      ).json();
      return runners.map((each) => each.name);
    })
    .toContain(name);
}

describe('a runner', () => {
  const everyRepo = ['ada/one', 'ada/two', 'bob/three'];
  it.each([
    ['the server', () => root, runnersOf.server(), everyRepo],
    ['an organization', () => ada, runnersOf.organization('ada'), ['ada/one', 'ada/two']],
    ['a repository', () => ada, runnersOf.repo('ada/one'), ['ada/one']],
  ] as const)('of %s gets the stages of its owner alone', async (_, user, url, expected) => {
    await push('ada', 'one');
    await push('ada', 'two');
    await push('bob', 'three');
    const runner = await registerRunner(server, user(), url, { name: 'a' });
    expect(await offersFor(runner)).toEqual(expected);
    expect(await claimsOf(runner.rpc)).toEqual(expected);
  });

  it('of another owner is not reached by its labels, and not named as a reason', async () => {
    await push('ada', 'one', gpu);
    await push('bob', 'three', gpu);
    const url = runnersOf.repo('ada/one');
    const labelled = await registerRunner(server, ada, url, { name: 'gpu', labels: gpu });
    const plain = await registerRunner(server, ada, url, { name: 'plain' });
    expect(await offersFor(labelled, gpu)).toEqual(['ada/one']);
    expect(await offersFor(plain, gpu)).toEqual(['ada/one']);
    expect(await claimsOf(labelled.rpc)).toEqual(['ada/one']);
    await connect(labelled);
    expect(await readWaiting('bob/three')).toEqual({
      reason: 'no_runner',
      wanted: { type: 'exec', os: 'linux', arch: 'amd64', labels: gpu },
      runners: [],
    });
  });

  it('gets no stage of a repository that was moved away since the offer', async () => {
    const { id } = await push('ada', 'one');
    const url = runnersOf.organization('ada');
    const runner = await registerRunner(server, ada, url, { name: 'a' });
    expect(await offersFor(runner)).toEqual(['ada/one']);
    await server.core.db
      .updateTable('repos')
      .set({ namespace: 'bob', slug: 'bob/one' })
      .where('id', '=', id)
      .execute();
    expect(await claimsOf(runner.rpc)).toEqual([]);
    expect(await offersFor(runner)).toEqual([]);
  });

  it('has the name and the labels that its owner gave it', async () => {
    await push('ada', 'one', gpu);
    const url = runnersOf.repo('ada/one');
    const runner = await registerRunner(server, ada, url, { name: 'a', labels: gpu });
    const offered = await runner.rpc.ask<Stage>('POST', '/stage', {
      type: 'exec',
      machine: 'liar',
      labels: { other: 'label' },
    });
    const claimed = await runner.rpc.ask<Stage>('POST', `/stage/${offered.id}?machine=liar`);
    expect(claimed.machine).toBe('ada/one/a');
  });
});

it('replaces its own earlier start alone, when it starts again', async () => {
  await push('ada', 'one');
  const url = runnersOf.repo('ada/one');
  const runner = await registerRunner(server, ada, url, { name: 'a' });
  const { stage } = await startOverRpc(runner.rpc);
  const restart = async (credential: string) => {
    const [folder] = runner.process.split('.');
    const started = clientWith(server, credential, newRunnerId(folder));
    expect((await started('POST', '/ping', { machine: 'any' })).status).toBe(200);
    return (await server.core.stages.findById(stage.id))?.error;
  };
  const other = await registerRunner(server, ada, url, { name: 'other' });
  expect(await restart(other.credential)).toBe('');
  expect(await restart(runner.credential)).toBe('The runner ada/one/a restarted');
});

describe('a protected runner', () => {
  let repoId: number;
  let runner: RegisteredRunner;
  beforeEach(async () => {
    repoId = (await push('ada', 'one')).id;
    const url = runnersOf.repo('ada/one');
    runner = await registerRunner(server, ada, url, { name: 'deploy', protected: true });
  });
  const setFacts = (facts: Partial<Pick<BuiltRef, 'event' | 'ref' | 'target'>>) =>
    server.core.db.updateTable('builds').set(facts).where('repo_id', '=', repoId).execute();
  const topic = { ref: 'refs/heads/topic', target: 'topic' };

  it('gets builds of the default branch', async () => {
    expect(await offersFor(runner)).toEqual(['ada/one']);
    expect(await claimsOf(runner.rpc)).toEqual(['ada/one']);
  });

  it.each([
    ['another branch', topic],
    ['a pull request', { event: 'pull_request', ref: 'refs/pull/1/head' }],
    ['a promoted pull request', { event: 'promote', ref: 'refs/pull/1/head' }],
    ['a tag', { event: 'tag', ref: 'refs/tags/v1', target: '' }],
  ] as const)('gets no builds of %s, and the build says why', async (_, facts) => {
    await setFacts(facts);
    expect(await offersFor(runner)).toEqual([]);
    expect(await claimsOf(runner.rpc)).toEqual([]);
    await connect(runner);
    expect(await readWaiting('ada/one')).toEqual({
      reason: 'runners_protected',
      runners: ['ada/one/deploy'],
    });
  });

  it('gets a build as soon as its branch is protected', async () => {
    await setFacts(topic);
    const offered = runner.rpc.ask<Stage>('POST', '/stage', { type: 'exec' });
    await connect(runner);
    await server.app.inject({
      method: 'PUT',
      url: '/api/repos/ada/one/protected-refs',
      headers: bearer(ada),
      payload: { branches: ['top*'], tags: [] },
    });
    expect((await offered).repo_id).toBe(repoId);
    expect(await claimsOf(runner.rpc)).toEqual(['ada/one']);
  });

  it('takes nothing from a parameter of the build', async () => {
    const url = '/api/repos/ada/one/builds?branch=main&DRONE_BRANCH=main&protected=true';
    await setFacts(topic);
    await server.core.db.updateTable('builds').set({ params: '{"DRONE_BRANCH":"main"}' }).execute();
    expect(await claimsOf(runner.rpc)).toEqual([]);
    await server.app.inject({ method: 'POST', url, headers: bearer(ada) });
    expect(await claimsOf(runner.rpc)).toEqual(['ada/one']);
  });
});

describe('a runner of another maker', () => {
  it('uses its credential as the secret, and reports under its own name', async () => {
    await push('ada', 'one');
    await push('bob', 'three');
    const url = runnersOf.repo('ada/one');
    const { credential } = await registerRunner(server, ada, url, { name: 'drone' });
    const rpc = clientWith(server, credential);
    const { stage, step } = await startOverRpc(rpc, 'own-name');
    expect((await server.core.repos.findById(stage.repo_id))?.slug).toBe('ada/one');
    const other = await registerRunner(server, ada, url, { name: 'other' });
    const thief = clientWith(server, other.credential);
    const report = { ...step, status: 'success', started: 1, stopped: 2 };
    expect((await thief('PUT', `/step/${step.id}`, report)).status).toBe(409);
    expect((await rpc('PUT', `/step/${step.id}`, { ...report, version: 99 })).status).toBe(409);
    expect((await rpc('PUT', `/step/${step.id}`, report)).status).toBe(200);
    const details = await rpc.ask<{ stage: Stage }>('GET', `/stage/${stage.id}`);
    expect(details.stage.machine).toBe('ada/one/drone');
    const ending = { ...stage, machine: 'own-name', status: 'success', steps: [report] };
    expect((await rpc('PUT', `/stage/${stage.id}`, ending)).status).toBe(200);
  });
});
