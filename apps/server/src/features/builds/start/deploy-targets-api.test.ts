import type { Build, DeployTargets } from '@millrace/contract/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  bearer,
  createWorkTree,
  pushSampleRepo,
  samplePipeline,
  startTestServer,
  type TestServer,
} from '../../../../testing/test-server.ts';

let server: TestServer;
let ada: { id: number; token: string };
const users: Record<string, { token: string } | null> = { guest: null };

const deployPipeline = `${samplePipeline}
---
kind: pipeline
type: exec
name: deploy
trigger:
  target: [production, eu-*]
steps:
  - name: ship
    commands: [true]
`;
const script = `def main(ctx):
  ship = {"kind": "pipeline", "type": "exec", "name": "ship", "steps": [{"name": "run", "commands": ["true"]}]}
  ship["trigger"] = {"event": "promote", "target": "live" if ctx.build.event == "push" else "production"}
  build = {"kind": "pipeline", "type": "exec", "name": "build", "steps": [{"name": "run", "commands": ["true"]}]}
  return [build, ship]
`;

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addUser('ada');
  users.ada = ada;
  users.stranger = await server.addUser('eve');
  const reader = await server.addUser('bob');
  users.reader = reader;
  const repo = await pushSampleRepo(server, 'ada', 'project', deployPipeline);
  await server.core.repos.grant(reader.id, repo.id, 'read');
  await pushSampleRepo(server, 'ada', 'plain', samplePipeline);
});
afterAll(() => server.stop());

const call = (method: 'GET' | 'POST', path: string, user: { token: string } | null = ada) =>
  server.app.inject({
    method,
    url: `/api/repos/ada/${path}`,
    headers: user ? bearer(user) : {},
  });
const check = async (target: string, repo = 'project', event = 'promote') =>
  (
    await call('GET', `${repo}/builds/1/targets?event=${event}&target=${target}`)
  ).json<DeployTargets>();
const environments = async (repo = 'project') =>
  (await call('GET', `${repo}/builds/deployments`)).json<Build[]>().map((build) => build.deploy_to);

it('starts a promotion to an unknown target, which is no deployment', async () => {
  const answer = await call('POST', 'project/builds/1/promote?target=prodction');
  expect(answer.statusCode).toBe(200);
  const build = answer.json<Build>();
  expect(build).toMatchObject({ event: 'promote', deploy_to: 'prodction', status: 'pending' });
  expect(await environments()).toEqual([]);
  const shown = (await call('GET', `project/builds/${build.number}`)).json<Build>();
  expect(JSON.stringify(shown)).toContain(
    'No stage and no step is for the target \\"prodction\\", so this build deploys nothing',
  );
  await call('POST', 'project/builds/1/promote?target=production');
  await call('POST', 'project/builds/1/rollback?target=eu-1');
  expect((await environments()).sort()).toEqual(['eu-1', 'production']);
});

it('lists the targets of the file and of earlier deployments, and checks one', async () => {
  expect((await call('GET', 'project/builds/1/targets')).json()).toEqual({
    targets: ['eu-1', 'production'],
  });
  expect((await check('production')).check).toBe('known');
  expect((await check('eu-2')).check).toBe('known');
  expect((await check('prodction')).check).toBe('no_stage');
  expect((await check('prodction', 'project', 'rollback')).check).toBe('no_stage');
});

it('accepts every target of a file without conditions, and reports new ones', async () => {
  expect(await check('production', 'plain')).toEqual({ targets: [], check: 'known' });
  await call('POST', 'plain/builds/1/promote?target=production');
  expect(await environments('plain')).toEqual(['production']);
  expect(await check('production', 'plain')).toMatchObject({ check: 'known' });
  expect(await check('prodction', 'plain')).toEqual({ targets: ['production'], check: 'new' });
});

it('reads the targets of a script, for a promotion and for the build', async () => {
  const { id } = await pushSampleRepo(server, 'ada', 'script');
  await server.core.repos.update(id, { configPath: '.drone.star' });
  const work = await createWorkTree(server, 'ada', 'ada/script');
  await work.git('pull', '--quiet', 'origin', 'main');
  await work.commit({ '.drone.star': script }, 'Use a script');
  await work.git('push', 'origin', 'main');
  const isBuilt = async () => (await call('GET', 'script/builds/2')).statusCode === 200;
  await expect.poll(isBuilt).toBe(true);
  const read = async (target: string) =>
    (await call('GET', `script/builds/2/targets?target=${target}`)).json();
  expect(await read('production')).toEqual({ targets: ['live', 'production'], check: 'known' });
  expect(await read('prodction')).toMatchObject({ check: 'no_stage' });
  await call('POST', 'script/builds/2/promote?target=prodction');
  expect(await environments('script')).toEqual([]);
});

it('records no deployment of a build with an error', async () => {
  await pushSampleRepo(server, 'ada', 'broken', 'kind: pipeline\nsteps: 1\n');
  expect(await check('production', 'broken')).toEqual({ targets: [] });
  const build = (await call('POST', 'broken/builds/1/promote?target=production')).json<Build>();
  expect(build.status).toBe('error');
  expect(await environments('broken')).toEqual([]);
});

it.each([
  ['reader', 403],
  ['stranger', 404],
  ['guest', 401],
])('answers a %s with %s', async (name, status) => {
  const answer = await call('GET', 'project/builds/1/targets', users[name]);
  expect(answer.statusCode).toBe(status);
});
