import type { AuditEvent, KeptStep, TeamMember, Terminal } from '@millrace/contract/api';
import { openStream } from '@millrace/test-support/stream-reader';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KeptStepRunner } from '../../../testing/kept-step-runner.ts';
import { TerminalConnection } from '../../../testing/terminal-connection.ts';
import {
  bearer,
  pushSampleRepo,
  samplePipeline,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import type { ExternalProvider } from '../../domain/external-person.ts';
import { askAll } from '../../shared/ask.ts';

type Account = { id: number; login: string; token: string };
let server: TestServer;
let ada: Account;
let bob: Account;

beforeEach(async () => {
  server = await startTestServer({ jobs: ['receivePushes'] });
  const root = await server.addUser('root', { admin: true });
  ada = await server.addUser('ada');
  bob = await server.addUser('bob');
  await call('POST', '', { name: 'acme', owner: 'ada' }, root);
  await call('POST', '/acme/teams', { name: 'devs', role: 'write', all_repositories: true });
});
afterEach(() => server.stop());

async function ask(method: string, path: string, body?: object, person = ada) {
  const answer = await server.app.inject({
    method: method as 'GET',
    url: path,
    headers: bearer(person),
    ...(body ? { payload: body } : {}),
  });
  return { status: answer.statusCode, body: answer.body ? answer.json() : undefined };
}
const call = (method: string, path: string, body?: object, person = ada) =>
  ask(method, `/api/organizations${path}`, body, person);
const map = (group: string, team = 'devs') => call('POST', '/acme/groups', { team, group });
const report = (groups: string[], provider: ExternalProvider = 'oidc', person = bob) =>
  askAll(server.features.contributed.onGroupsReported, person, provider, groups);
const members = async (team = 'devs') =>
  (await call('GET', `/acme/teams/${team}/members`)).body.map(
    ({ login, by_hand, by_group }: TeamMember) => [login, by_hand, by_group],
  );

describe('the groups of a person', () => {
  it('make the person a member of the teams and of the organization, until they change', async () => {
    await map('engineers');
    await report(['sales', 'engineers']);
    expect(await members()).toEqual([['bob', false, true]]);
    expect((await call('GET', '/acme/members')).body).toMatchObject([
      { login: 'ada', role: 'owner', by_group: false },
      { login: 'bob', role: 'member', by_group: true, teams: ['devs'] },
    ]);
    await report(['sales']);
    expect(await members()).toEqual([]);
    expect((await call('GET', '/acme', undefined, bob)).status).toBe(404);
  });

  it('apply to mappings that are added and removed later', async () => {
    await report(['engineers']);
    expect((await map('engineers')).body).toMatchObject({ team: 'devs', members: 1 });
    expect(await members()).toEqual([['bob', false, true]]);
    const [{ id }] = (await call('GET', '/acme/groups')).body;
    expect((await call('DELETE', `/acme/groups/${id}`)).status).toBe(204);
    expect(await members()).toEqual([]);
  });

  it('of two providers count together', async () => {
    await map('Engineers');
    await report(['engineers'], 'ldap');
    await report(['Engineers'], 'oidc');
    await report([], 'ldap');
    expect(await members()).toEqual([['bob', false, true]]);
    await report(['engineers'], 'oidc');
    expect(await members()).toEqual([]);
  });

  it('leave memberships alone that an owner has given', async () => {
    await map('engineers');
    await call('PUT', '/acme/teams/devs/members/bob');
    await report(['engineers']);
    expect(await members()).toEqual([['bob', true, true]]);
    await report([]);
    expect(await members()).toEqual([['bob', true, false]]);
  });

  it('are no reason to remove a person by hand', async () => {
    await map('engineers');
    await report(['engineers']);
    const message =
      'bob is in the team devs through a group. Remove the account from the group, or the group from the team';
    for (const path of ['/acme/teams/devs/members/bob', '/acme/members/bob']) {
      expect(await call('DELETE', path)).toMatchObject({ status: 409, body: { message } });
    }
    await call('DELETE', '/acme/teams/devs');
    expect((await call('GET', '/acme/members')).body).toMatchObject([{ login: 'ada' }]);
  });

  it('are recorded where they change a team', async () => {
    await map('engineers');
    for (const groups of [['engineers'], ['engineers'], []]) await report(groups);
    const { body } = await ask('GET', '/api/audit?per_page=5', undefined, {
      ...ada,
      token: await rootToken(),
    });
    const events = body
      .filter(({ credential }: AuditEvent) => credential === 'server')
      .map(({ action, target }: AuditEvent) => [action, target]);
    expect(events).toEqual([
      ['team_member.remove', 'acme/devs/bob'],
      ['team_member.add', 'acme/devs/bob'],
    ]);
  });

  it('cannot be given to a team twice', async () => {
    await map('engineers');
    expect((await map('engineers')).status).toBe(409);
  });
});

async function rootToken(): Promise<string> {
  const root = await server.core.userStore.findByLogin('root');
  return root ? server.core.users.readToken(root) : '';
}

/** Changes that end the role of bob, who is in a team by a group. */
const endings: [string, () => Promise<unknown>][] = [
  ['the person leaves the group', () => report([])],
  ['the team loses the group', () => call('DELETE', '/acme/groups/1')],
  ['the team is deleted', () => call('DELETE', '/acme/teams/devs')],
  [
    'the team loses its repositories',
    () => call('PATCH', '/acme/teams/devs', { all_repositories: false }),
  ],
];

describe.each(endings)('if %s', (_, takeAway) => {
  it('streams end at once', async () => {
    await map('engineers');
    await report(['engineers']);
    await pushSampleRepo(server, 'ada', 'project', samplePipeline, 'acme');
    const stream = await openStream(`${server.url}/api/stream/acme/project`, bearer(bob));
    await takeAway();
    await stream.rest();
    expect((await ask('GET', '/api/repos/acme/project', undefined, bob)).status).toBe(404);
  });
});

it.each<[string, () => Promise<unknown>]>([
  ['a team may only read', () => call('PATCH', '/acme/teams/devs', { role: 'read' })],
  ['the person leaves the group', () => report([])],
])('ends terminals when %s', async (_, takeAway) => {
  await map('engineers');
  await report(['engineers']);
  const runner = await KeptStepRunner.failStep(server, ada, 'acme');
  await runner.keep();
  const repo = '/api/repos/acme/project';
  const [kept] = (await ask('GET', `${repo}/builds/1/kept-steps`)).body as KeptStep[];
  const size = { columns: 80, rows: 24 };
  const path = `${repo}/kept-steps/${kept?.id}/terminals`;
  const { id } = (await ask('POST', path, size, bob)).body as Terminal;
  await runner.watch();
  const headers = bearer(bob);
  const place = { url: server.url, slug: 'acme/project', terminal: id, headers };
  const connection = await TerminalConnection.open(place, 0);
  await takeAway();
  expect([1000, 1008]).toContain(await connection.closed);
});
