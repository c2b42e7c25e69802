import type { NewBuild } from '@millrace/build-rules';
import type { Build, Environment, NewCommits } from '@millrace/contract/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runnerApiOf, startNextStage } from '../../../../testing/fake-work.ts';
import { makeBuild } from '../../../../testing/make-build.ts';
import {
  bearer,
  createWorkTree,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../../testing/test-server.ts';

let server: TestServer;
let ada: { token: string };
let stranger: { token: string };
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addUser('ada');
  stranger = await server.addUser('eve');
});
afterAll(() => server.stop());

const call = (path: string, method: 'GET' | 'POST' = 'GET', user: { token: string } | null = ada) =>
  server.app.inject({
    method,
    url: `/api/repos/ada/${path}`,
    headers: user ? bearer(user) : {},
  });
const read = async (repo: string, target: string): Promise<Environment> =>
  (await call(`${repo}/environment?target=${encodeURIComponent(target)}`)).json();
/** Returns the numbers of builds by their role. */
const numbersOf = (environment: Environment): Record<string, number> =>
  Object.fromEntries(
    Object.entries(environment).map(([role, build]: [string, Build]) => [role, build.number]),
  );
const sha = (number: number) => String(number).padStart(40, '0');

/** Creates a repository whose build 1 is of another branch, and returns a function that adds finished builds. */
async function createBuilds(name: string) {
  const { id } = await pushSampleRepo(server, 'ada', name);
  await server.core.repos.update(id, { defaultBranch: 'trunk' });
  let number = 1;
  return async (facts: Partial<NewBuild> = {}): Promise<number> => {
    number += 1;
    const common = { target: 'trunk', after: sha(number), created: number, finished: number };
    await makeBuild(server.core, id, { ...common, ...facts });
    return number;
  };
}

const deploymentOf = (parent: number, facts: Partial<NewBuild> = {}): Partial<NewBuild> => ({
  event: 'promote',
  deployTo: 'live',
  parent,
  after: sha(parent),
  ...facts,
});

const pipeline = `kind: pipeline
type: exec
name: build
steps: [{ name: greet, commands: [a] }]
---
kind: pipeline
type: exec
name: ship
trigger: { target: [live] }
steps: [{ name: greet, commands: [a] }]
`;

// The first test: the stages of other repositories are never run.
it('lists commits, and ignores builds that deploy nothing', async () => {
  const work = await createWorkTree(server, 'ada', 'ada/mill');
  const api = runnerApiOf(server);
  const end = async (stages: number) => {
    for (let at = 0; at < stages; at++) {
      const { stage, step } = await startNextStage(api);
      const ended = { ...step, status: 'success' as const, stopped: 2 };
      const steps = [await api.updateStep({ params: { step: step.id }, body: ended })];
      const body = { ...stage, status: 'success' as const, stopped: 2, steps };
      await api.updateStage({ params: { stage: stage.id }, body });
    }
  };
  const push = async (message: string, file: string) => {
    await work.commit({ '.drone.yml': file, message }, message);
    await work.git('push', 'origin', 'HEAD:main');
    await end(1);
  };
  const promote = async (build: number, stages: number) => {
    const answer = await call(`mill/builds/${build}/promote?target=live`, 'POST');
    await end(stages);
    return answer.json<Build>().number;
  };
  await push('One', pipeline);
  await push('Two', pipeline);
  await push('Three', pipeline.replace('[live]', '[test]'));
  expect(await promote(1, 2)).toBe(4);
  expect(numbersOf(await read('mill', 'live'))).toEqual({ current: 4, source: 1, waiting: 3 });
  expect(await promote(3, 1)).toBe(5);
  expect((await call('mill/builds/5')).json<Build>().status).toBe('success');
  expect(numbersOf(await read('mill', 'live'))).toEqual({ current: 4, source: 1, waiting: 3 });
  const commits = async (build: number, since: number) => {
    const found = (await call(`mill/builds/${build}/commits?since=${since}`)).json<NewCommits>();
    expect(found.has_all_commits).toBe(true);
    return found.commits.map(({ message }) => message);
  };
  expect(await commits(3, 4)).toEqual(['Three', 'Two']);
  expect(await commits(4, 3)).toEqual([]);
  expect(await commits(4, 1)).toEqual([]);
});

it('reports what runs, what ran before, and what waits', async () => {
  const add = await createBuilds('states');
  expect(numbersOf(await read('states', 'live'))).toEqual({});
  await add();
  expect(await read('states', 'live')).toMatchObject({ waiting: { number: 2 } });
  await add(deploymentOf(2));
  expect(numbersOf(await read('states', 'live'))).toEqual({ current: 3, source: 2 });
  await add();
  await add({ status: 'failure' });
  await add({ target: 'feature' });
  expect(numbersOf(await read('states', 'live'))).toEqual({ current: 3, source: 2, waiting: 4 });
  await add(deploymentOf(4, { status: 'failure' }));
  await add(deploymentOf(4, { deployTo: 'test' }));
  expect(numbersOf(await read('states', 'live'))).toEqual({
    current: 3,
    source: 2,
    newest: 7,
    waiting: 4,
  });
  await add(deploymentOf(4));
  expect(numbersOf(await read('states', 'live'))).toEqual({ current: 9, source: 4, previous: 3 });
  await add(deploymentOf(2, { event: 'rollback' }));
  expect(numbersOf(await read('states', 'live'))).toEqual({
    current: 10,
    source: 2,
    previous: 9,
    waiting: 4,
  });
});

it('follows deployments of deployments to the build, if it still exists', async () => {
  const add = await createBuilds('sources');
  const build = await add();
  const tested = await add(deploymentOf(build, { deployTo: 'test' }));
  const live = await add(deploymentOf(tested, { after: sha(build) }));
  expect(numbersOf(await read('sources', 'live'))).toEqual({ current: live, source: build });
  const restart = await add(deploymentOf(live, { after: sha(build) }));
  expect(numbersOf(await read('sources', 'live'))).toEqual({
    current: restart,
    source: build,
    previous: live,
  });
  await add(deploymentOf(99));
  expect(numbersOf(await read('sources', 'live'))).toEqual({
    current: restart + 1,
    previous: restart,
  });
});

it.each(['..', 'a/../b', 'eu/prod', '100% sure', '#1?', '产品'])(
  'knows the target %o',
  async (target) => {
    const name = `names-${Buffer.from(target).toString('hex')}`;
    const add = await createBuilds(name);
    await add();
    await add(deploymentOf(2, { deployTo: target }));
    expect(numbersOf(await read(name, target))).toEqual({ current: 3, source: 2 });
  },
);

it('hides environments from others, and refuses invalid targets', async () => {
  await createBuilds('hidden');
  const path = 'hidden/environment?target=live';
  expect((await call(path, 'GET', null)).statusCode).toBe(401);
  expect((await call(path, 'GET', stranger)).statusCode).toBe(404);
  expect((await call('hidden/environment')).statusCode).toBe(400);
  expect((await call(`hidden/environment?target=${'a'.repeat(251)}`)).statusCode).toBe(400);
  const commits = 'hidden/builds/1/commits?since=';
  expect((await call(`${commits}1`, 'GET', stranger)).statusCode).toBe(404);
  expect((await call(`${commits}x`)).statusCode).toBe(400);
  expect((await call(`${commits}99`)).statusCode).toBe(404);
});
