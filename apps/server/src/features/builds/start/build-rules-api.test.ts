import type { Build } from '@millrace/contract/api';
import { describe, expect, it, vi } from 'vitest';
import { makeBuild } from '../../../../testing/make-build.ts';
import { serverOfFile } from '../../../../testing/server-of-file.ts';
import {
  bearer,
  createWorkTree,
  pushSampleRepo,
  samplePipeline,
} from '../../../../testing/test-server.ts';
import { ChangeBuild } from '../../../builds/change-build.ts';
import { openDatabase } from '../../../db/database.ts';
import { queuePort } from '../../queue/port.ts';

const server = await serverOfFile();
const ada = await server.addUser('ada');

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
const call = (method: Method, path: string, body?: object) =>
  server.app.inject({
    method,
    url: `/api/repos/ada/${path}`,
    headers: bearer(ada),
    ...(body ? { payload: body } : {}),
  });
const builds = async (name: string): Promise<Build[]> =>
  (await call('GET', `${name}/builds`)).json();
const pushAgain = async (name: string, message: string, ref = 'main') => {
  const work = await createWorkTree(server, 'ada', `ada/${name}`);
  await work.git('pull', '--quiet', 'origin', 'main');
  await work.commit({ file: message }, message);
  await work.git('push', 'origin', `main:${ref}`);
  return work;
};

describe('promote and rollback', () => {
  const deployPipeline = `${samplePipeline}---
kind: pipeline
type: exec
name: deploy
trigger: { event: [promote, rollback], target: production }
steps: [{ name: ship, commands: [echo ship] }]
`;

  it('deploy the commit of a build as a new build with its parent', async () => {
    await pushSampleRepo(server, 'ada', 'ship', deployPipeline);
    const [first] = await builds('ship');
    const promoted: Build = (
      await call('POST', 'ship/builds/1/promote?target=production&REGION=eu')
    ).json();
    expect(promoted).toMatchObject({
      number: 2,
      event: 'promote',
      deploy_to: 'production',
      parent: 1,
      after: first?.after,
      params: { REGION: 'eu' },
      sender: 'ada',
    });
    expect(promoted.stages?.map((stage) => stage.name)).toContain('deploy');
    const rolled: Build = (await call('POST', 'ship/builds/1/rollback?target=production')).json();
    expect(rolled).toMatchObject({ number: 3, event: 'rollback', deploy_to: 'production' });
    const deployments: Build[] = (await call('GET', 'ship/builds/deployments')).json();
    expect(deployments.map((build) => [build.deploy_to, build.number])).toEqual([
      ['production', 3],
    ]);
    await call('DELETE', 'ship/builds/deployments/production');
    expect((await call('GET', 'ship/builds/deployments')).json()).toEqual([]);
  });

  it('report why they are rejected', async () => {
    const missing = await call('POST', 'ship/builds/1/promote');
    expect([missing.statusCode, missing.json().message]).toEqual([
      400,
      'Missing target environment',
    ]);
    expect((await call('POST', 'ship/builds/99/promote?target=x')).statusCode).toBe(404);
  });
});

describe('a protected repository', () => {
  const third = `---
kind: pipeline
type: exec
name: third
steps: [{ name: ship, commands: [echo ship] }]
`;

  it('blocks the stages of a push until each is approved', async () => {
    await pushSampleRepo(server, 'ada', 'guarded');
    await call('PATCH', 'guarded', { protected: true });
    await pushAgain('guarded', 'Second');
    const read = async (): Promise<Build> => (await call('GET', 'guarded/builds/2')).json();
    expect((await read()).stages?.map((stage) => stage.status)).toEqual(['blocked', 'blocked']);
    expect((await call('POST', 'guarded/builds/2/approve/2')).statusCode).toBe(204);
    expect((await call('POST', 'guarded/builds/2/approve/1')).statusCode).toBe(204);
    expect((await read()).stages?.map((stage) => stage.status)).toEqual([
      'pending',
      'waiting_on_dependencies',
    ]);
    const again = await call('POST', 'guarded/builds/2/approve/1');
    expect([again.statusCode, again.json().message]).toEqual([
      400,
      'Cannot approve a Pipeline with Status "pending"',
    ]);
  });

  it('declines each stage, and does not restart declined ones', async () => {
    await pushAgain('guarded', 'Third');
    const read = async (): Promise<Build> => (await call('GET', 'guarded/builds/3')).json();
    const decline = (stage: number) => call('POST', `guarded/builds/3/decline/${stage}`);
    expect((await decline(1)).statusCode).toBe(204);
    const half = await read();
    expect([half.status, half.finished]).toEqual(['pending', 0]);
    expect(half.stages?.map((stage) => stage.status)).toEqual(['declined', 'blocked']);
    expect(half.stages?.map((stage) => stage.decided_by)).toEqual(['ada', undefined]);
    const again = await decline(1);
    expect([again.statusCode, again.json().message]).toEqual([
      400,
      'Cannot decline a Pipeline with Status "declined"',
    ]);
    expect((await decline(2)).statusCode).toBe(204);
    expect((await decline(9)).statusCode).toBe(404);
    const build = await read();
    expect([build.status, build.finished > 0]).toEqual(['declined', true]);
    expect(build.stages?.map((stage) => stage.status)).toEqual(['declined', 'declined']);
    const restart = await call('POST', 'guarded/builds/3');
    expect([restart.statusCode, restart.json().message]).toEqual([
      400,
      'cannot start a declined build',
    ]);
  });

  it('declines all blocked stages together, and keeps an approved one', async () => {
    await pushSampleRepo(server, 'ada', 'three', `${samplePipeline}${third}`);
    await call('PATCH', 'three', { protected: true });
    await pushAgain('three', 'Second');
    await call('POST', 'three/builds/2/approve/3');
    expect((await call('POST', 'three/builds/2/decline')).statusCode).toBe(204);
    const build: Build = (await call('GET', 'three/builds/2')).json();
    const statuses = build.stages?.map((stage) => stage.status);
    expect([build.status, statuses]).toEqual(['pending', ['declined', 'declined', 'pending']]);
    const again = await call('POST', 'three/builds/2/decline');
    expect([again.statusCode, again.json().message]).toEqual([
      400,
      'Cannot decline a Pipeline with Status "pending"',
    ]);
  });

  it.each([
    ['before', [2, 1]],
    ['after', [1, 2]],
  ])(
    'skips a stage that was approved %s the stage that it depends on was declined',
    async (when, order) => {
      await pushSampleRepo(server, 'ada', when);
      await call('PATCH', when, { protected: true });
      await pushAgain(when, 'Second');
      for (const stage of order) {
        const verb = stage === 1 ? 'decline' : 'approve';
        expect((await call('POST', `${when}/builds/2/${verb}/${stage}`)).statusCode).toBe(204);
      }
      const build: Build = (await call('GET', `${when}/builds/2`)).json();
      const statuses = build.stages?.map((stage) => stage.status);
      expect([build.status, statuses]).toEqual(['declined', ['declined', 'skipped']]);
    },
  );

  it('does not require approval for builds by hand', async () => {
    const build: Build = (await call('POST', 'guarded/builds')).json();
    expect(build.stages?.[0]?.status).toBe('pending');
  });
});

describe('auto-cancel', () => {
  it('skips older pushes of the same branch', async () => {
    await pushSampleRepo(server, 'ada', 'busy');
    await call('PATCH', 'busy', { auto_cancel_pushes: true });
    await pushAgain('busy', 'Second');
    await pushAgain('busy', 'Elsewhere', 'other');
    const statuses = (await builds('busy')).map((build) => [build.number, build.status]);
    expect(statuses).toEqual([
      [3, 'pending'],
      [2, 'pending'],
      [1, 'skipped'],
    ]);
  });

  it('skips older builds that the pipeline file makes interruptible', async () => {
    const pipeline = samplePipeline.replace('name:', 'interruptible: true\nname:');
    await pushSampleRepo(server, 'ada', 'eager', pipeline);
    await pushAgain('eager', 'Second');
    const statuses = (await builds('eager')).map((build) => [build.number, build.status]);
    expect(statuses).toEqual([
      [2, 'pending'],
      [1, 'skipped'],
    ]);
  });
});

it('skips older pushes in the transaction of the new build, in case the server crashes after it', async () => {
  await pushSampleRepo(server, 'ada', 'busier');
  await call('PATCH', 'busier', { auto_cancel_pushes: true });
  vi.spyOn(server.core.bus, 'publish').mockImplementation((topic) => {
    if (topic === 'buildChanged') throw new Error('The server dies');
  });
  await pushAgain('busier', 'Second').catch(() => {});
  vi.restoreAllMocks();
  const statuses = (await builds('busier')).map((build) => [build.number, build.status]);
  expect(statuses).toEqual([
    [2, 'pending'],
    [1, 'skipped'],
  ]);
});

it('purges many builds in batches of a hundred', async () => {
  const { id } = await pushSampleRepo(server, 'ada', 'older');
  for (let build = 2; build <= 250; build++) await makeBuild(server.core, id);
  const statements: string[] = [];
  const db = await openDatabase(server.database, { log: (text) => statements.push(text) });
  await new ChangeBuild({ ...server.core, db }).purge(id, 251);
  await db.destroy();
  expect(statements.filter((text) => text.startsWith('delete from "builds"'))).toHaveLength(3);
  expect((await builds('older')).map((build) => build.number)).toEqual([1]);
});

describe('the list of branches', () => {
  it('contains the latest build of each existing branch', async () => {
    await pushSampleRepo(server, 'ada', 'tree');
    const work = await pushAgain('tree', 'Second', 'feature/a');
    await call('POST', 'tree/builds?branch=main');
    const branches = async () =>
      ((await call('GET', 'tree/builds/branches')).json() as Build[]).map((build) => [
        build.target,
        build.number,
      ]);
    expect(await branches()).toEqual([
      ['main', 3],
      ['feature/a', 2],
    ]);
    expect((await call('GET', 'tree/builds/latest?branch=feature/a')).json().number).toBe(2);
    await work.git('push', 'origin', '--delete', 'feature/a');
    expect(await branches()).toEqual([['main', 3]]);
    await call('DELETE', 'tree/builds/branches/main');
    expect(await branches()).toEqual([]);
  });

  it('survives a purge, with the build counter', async () => {
    await pushSampleRepo(server, 'ada', 'old');
    await call('DELETE', 'old/builds/1');
    await call('POST', 'old/builds');
    expect((await call('DELETE', 'old/builds?before=2')).statusCode).toBe(204);
    expect((await builds('old')).map((build) => build.number)).toEqual([2]);
    expect((await call('POST', 'old/builds')).json().number).toBe(3);
  });
});

describe('settings', () => {
  it('are stored, and an absent field does not change', async () => {
    await pushSampleRepo(server, 'ada', 'set');
    const changed = await call('PATCH', 'set', {
      visibility: 'public',
      timeout: 30,
      config_path: 'ci.yml',
      config_folder: ' .drone/ ',
      ignore_forks: true,
      unknown: 1,
    });
    expect(changed.json()).toMatchObject({
      visibility: 'public',
      timeout: 30,
      config_path: 'ci.yml',
      config_folder: '.drone',
      ignore_forks: true,
      ignore_pull_requests: false,
    });
    expect((await call('GET', 'set')).json()).toMatchObject({ timeout: 30, private: false });
  });

  it.each([
    [{ trusted: true }, 403],
    [{ timeout: 600 }, 403],
    [{ timeout: 'soon' }, 400],
    [{ visibility: 'secret' }, 400],
    [{ config_path: '../x' }, 400],
    [{ config_folder: '../x' }, 400],
    [{ config_folder: 'x'.repeat(251) }, 400],
  ])('reject %o with %i', async (body, status) => {
    expect((await call('PATCH', 'set', body)).statusCode).toBe(status);
  });

  it('disable a repository, so that nothing starts until it is activated again', async () => {
    expect((await call('DELETE', 'set')).json().active).toBe(false);
    const refused = await call('POST', 'set/builds');
    expect(refused.json().message).toBe('This repository is not active');
    expect((await call('POST', 'set')).json().active).toBe(true);
    expect((await call('POST', 'set/repair')).json().default_branch).toBe('main');
  });
});

describe('the queue', () => {
  it('lists unfinished builds, and is paused and resumed by system admins', async () => {
    const root = await server.addUser('root', { admin: true });
    const queue = (method: Method, user = root) =>
      server.app.inject({ method, url: '/api/queue', headers: bearer(user) });
    expect((await queue('GET', { ...root, ...ada })).statusCode).toBe(403);
    const open = (await queue('GET')).json();
    expect(open.length).toBeGreaterThan(0);
    const filter = { kind: 'pipeline', type: 'exec' } as const;
    await queue('DELETE');
    expect((await server.ask(queuePort).offerStage(filter)).stage).toBeUndefined();
    await queue('POST');
    expect((await server.ask(queuePort).offerStage(filter)).stage).toBeDefined();
  });
});
