import type { Build, BuildCounts, Repo } from '@millrace/contract/api';
import type { RunnerApi } from '@millrace/contract/runner';
import type { Status } from '@millrace/contract/vocabulary';
import { afterEach, describe, expect, it } from 'vitest';
import { runnerApiOf, startNextStage } from '../../../../testing/fake-work.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../../testing/test-server.ts';

let server: TestServer;
let api: RunnerApi;
const people = new Map<string, { token: string; login: string; id: number }>();
const roles = ['admin', 'writer', 'reader', 'stranger'] as const;
type Role = (typeof roles)[number];

const pipeline = (name: string, more = '') =>
  `kind: pipeline\ntype: exec\nname: ${name}\n${more}\nsteps: [{ name: greet, commands: [a] }]\n`;
const fileOf = (...more: string[]) =>
  [pipeline('test'), ...more.map((each, at) => pipeline(`deploy-${at}`, each))].join('---\n');
const afterTest = 'depends_on: [test]';

async function start(file: string, env: Record<string, string> = {}): Promise<void> {
  server = await startTestServer({ env });
  api = runnerApiOf(server);
  for (const role of roles) people.set(role, await server.addUser(role));
  const { id } = await pushSampleRepo(server, 'admin', 'project', file);
  await server.core.repos.grant(idOf('writer'), id, 'write');
  await server.core.repos.grant(idOf('reader'), id, 'read');
}
afterEach(() => server.stop());

function personOf(role: Role) {
  const person = people.get(role);
  if (!person) throw new Error(`There is no ${role}`);
  return person;
}
const idOf = (role: Role) => personOf(role).id;

async function call(
  path: string,
  by: Role = 'admin',
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE' = 'POST',
  body?: object,
) {
  return server.app.inject({
    method,
    url: `/api/repos/admin/project${path}`,
    headers: bearer(personOf(by)),
    ...(body ? { body } : {}),
  });
}

async function answerOf(path: string, by: Role): Promise<string> {
  const { statusCode, body } = await call(path, by);
  return statusCode === 204 ? '204' : `${statusCode} ${JSON.parse(body).message}`;
}

const read = async (number = 1): Promise<Build> =>
  (await call(`/builds/${number}`, 'admin', 'GET')).json();
const describeBuild = ({ status, stages = [] }: Build) =>
  `${status} | ${stages.map((stage) => stage.status).join(' ')}`;

async function carryOut(status: Status): Promise<void> {
  const { stage, step } = await startNextStage(api);
  const exit_code = status === 'success' ? 0 : 1;
  const ended = { ...step, status, exit_code, stopped: 2 };
  await api.updateStep({ params: { step: step.id }, body: ended });
  await api.updateStage({
    params: { stage: stage.id },
    body: { ...stage, status, exit_code, stopped: 2, steps: [ended] },
  });
}

describe('the people who may start a stage', () => {
  it.each<[string, Partial<Record<Role, string>>]>([
    ['manual: true', { admin: '204', writer: '204' }],
    ['manual: { permission: write }', { admin: '204', writer: '204' }],
    [
      'manual: { permission: admin }',
      {
        admin: '204',
        writer: '403 Only administrators of the repository may start or decline "deploy-0"',
      },
    ],
  ])('%s', async (manual, expected) => {
    await start(fileOf(`${manual}\n${afterTest}`));
    for (const decision of ['approve', 'decline']) {
      await call('/builds', 'admin');
      const number = decision === 'approve' ? 1 : 2;
      for (const role of ['stranger', 'reader', 'writer', 'admin'] as const) {
        const answer = await answerOf(`/builds/${number}/${decision}/2`, role);
        const allowed = expected[role];
        if (role === 'stranger') expect(answer).toMatch(/^404/);
        else if (role === 'reader') expect(answer).toMatch(/^403/);
        else if (role === 'admin' && expected.writer === '204') expect(answer).toMatch(/^400/);
        else expect(answer).toBe(allowed);
      }
    }
    expect((await read()).stages?.[1]).toMatchObject({ decided_by: expect.any(String) });
  });

  it('does not start or decline the stages of administrators with all others', async () => {
    await start(fileOf('manual: { permission: admin }', 'manual: true'));
    expect(await answerOf('/builds/1/decline', 'writer')).toMatch(/^403/);
    expect(await answerOf('/builds/1/decline', 'admin')).toBe('204');
  });

  it('is not limited by the approvals of the server in a build that needs none', async () => {
    await start(fileOf('manual: true'), { MILLRACE_APPROVALS: 'admins' });
    expect(await answerOf('/builds/1/approve/2', 'writer')).toBe('204');
  });

  it('follows both rules in a build that needs an approval', async () => {
    await start(fileOf('manual: { permission: admin }', 'manual: true'), {
      MILLRACE_APPROVALS: 'admins',
    });
    await call('', 'admin', 'PATCH', { protected: true });
    await call('/builds', 'writer');
    const build = await read(2);
    expect(describeBuild(build)).toBe('pending | blocked blocked blocked');
    expect(build.stages?.map(({ manual, needs_approval }) => [manual, needs_approval])).toEqual([
      [undefined, undefined],
      ['admin', true],
      ['write', true],
    ]);
    expect(build.stages?.map(({ waiting }) => waiting?.reason)).toEqual([
      'approval',
      'approval',
      'approval',
    ]);
    expect(await answerOf('/builds/2/approve/3', 'writer')).toBe(
      '403 Only administrators of the repository approve and decline builds',
    );
    expect(await answerOf('/builds/2/approve/3', 'admin')).toBe('204');
    expect(describeBuild(await read(2))).toBe('pending | blocked blocked pending');
  });
});

it('blocks the build until a person starts the stage, and records that', async () => {
  await start(fileOf(`manual: true\n${afterTest}`));
  const created = await read();
  expect(describeBuild(created)).toBe('pending | pending blocked');
  expect(created.stages?.[1]).toMatchObject({
    manual: 'write',
    waiting: { reason: 'manual', stages: ['test'] },
  });
  await carryOut('success');
  const waiting = await read();
  expect(describeBuild(waiting)).toBe('blocked | success blocked');
  expect(waiting.stages?.[1]?.waiting).toEqual({ reason: 'manual', stages: [] });
  expect(await answerOf('/builds/1/approve/2', 'writer')).toBe('204');
  expect(describeBuild(await read())).toBe('running | success pending');
  await carryOut('success');
  const finished = await read();
  expect(describeBuild(finished)).toBe('success | success success');
  expect(finished.stages?.[1]).toMatchObject({ decided_by: 'writer' });
  const entries = await server.core.db.selectFrom('audit_events').selectAll().execute();
  expect(entries.at(-1)).toMatchObject({ action: 'stage.approve' });
});

it('is found as blocked only while nothing else goes on', async () => {
  await start(fileOf('manual: true'));
  const found = async (status: string) => {
    const query = `status=${status}`;
    const builds: Build[] = (await call(`/builds?${query}`, 'admin', 'GET')).json();
    const counts: BuildCounts = (await call(`/builds/counts?${query}`, 'admin', 'GET')).json();
    const feed = await server.app.inject({
      url: `/api/user/builds/feed?${query}`,
      headers: bearer(personOf('admin')),
    });
    return [builds.length, counts.total, feed.json<Repo[]>().length];
  };
  expect(await found('blocked')).toEqual([0, 0, 0]);
  expect(await found('pending')).toEqual([1, 1, 1]);
  await carryOut('success');
  expect(await found('blocked')).toEqual([1, 1, 1]);
  expect(await found('running')).toEqual([0, 0, 0]);
  const root = await server.addUser('root', { admin: true });
  const metrics = await server.app.inject({ url: '/metrics', headers: bearer(root) });
  expect(metrics.body).toContain('\nmillrace_blocked_builds 0\n');
});

it('waits from the beginning if all stages wait', async () => {
  await start(pipeline('deploy', 'manual: true\nfailure: ignore'));
  expect(describeBuild(await read())).toBe('blocked | blocked');
  await call('/builds/1', 'admin', 'DELETE');
  expect(describeBuild(await read())).toBe('killed | skipped');
});

it('starts an optional stage after the build has finished, as another attempt', async () => {
  await start(fileOf(`manual: true\nfailure: ignore\n${afterTest}`, 'depends_on: [deploy-0]'));
  await carryOut('success');
  expect(describeBuild(await read())).toBe('success | success skipped skipped');
  expect(await answerOf('/builds/1/approve/3', 'writer')).toMatch(/^400/);
  expect(await answerOf('/builds/1/approve/2', 'writer')).toBe('204');
  const again = await read();
  expect(describeBuild(again)).toBe('pending | success pending waiting_on_dependencies');
  expect(again).toMatchObject({ attempt: 2, attempts: [{}, { login: 'writer' }] });
  await carryOut('success');
  await carryOut('success');
  expect(describeBuild(await read())).toBe('success | success success success');
});

it('restarts and promotes a build although a stage of it waits for a person', async () => {
  await start(fileOf('manual: true'));
  expect((await call('/builds/1', 'writer')).json<Build>().stages?.[1]?.status).toBe('blocked');
  const promoted = await call('/builds/1/promote?target=production', 'writer');
  expect(promoted.json<Build>().stages?.[1]?.status).toBe('blocked');
});

it('is not started in a repository that is no longer trusted or active', async () => {
  await start(pipeline('test'));
  const root = await server.addUser('root', { admin: true });
  const file = `kind: pipeline\nname: a\nmanual: true\nsteps: [{ name: a, image: b, privileged: true }]\n`;
  const repo = await pushSampleRepo(server, 'admin', 'other', file);
  const { id } = repo;
  await server.core.repos.update(id, { trusted: true });
  const url = '/api/repos/admin/other/builds';
  const ask = async (path: string) =>
    server.app.inject({ method: 'POST', url: `${url}${path}`, headers: bearer(root) });
  const { number } = (await ask('')).json<Build>();
  await server.core.repos.update(id, { trusted: false });
  const approve = () => ask(`/${number}/approve/1`);
  expect((await approve()).json()).toMatchObject({
    message: expect.stringContaining('needs a trusted repository'),
  });
  await server.core.repos.update(id, { active: false });
  expect((await approve()).json()).toMatchObject({ message: 'This repository is not active' });
  await server.core.repos.update(id, { active: true, trusted: true });
  expect((await approve()).statusCode).toBe(204);
});
