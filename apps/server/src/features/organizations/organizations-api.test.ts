import * as api from '@millrace/contract/api';
import { type ApiCall, endpointUrl } from '@millrace/contract/api';
import type { RepoRole } from '@millrace/contract/vocabulary';
import { describe, expect, it } from 'vitest';
import { serverOfFile } from '../../../testing/server-of-file.ts';
import { bearer } from '../../../testing/test-server.ts';
import { gitHostingPort } from '../git-hosting/port.ts';
import { usersPort as usersPortOfServer } from '../users/port.ts';
import { OrganizationService } from './organization-service.ts';

const server = await serverOfFile();
const people = {
  root: await server.addUser('root', { admin: true }),
  owner: await server.addUser('olga'),
  member: await server.addUser('max'),
  stranger: await server.addUser('sam'),
};
type Role = keyof typeof people;

type Params = Record<string, string | number>;
async function call(role: Role, made: ApiCall, params: Params = {}, body?: object) {
  const url = endpointUrl(made, { namespace: 'acme', ...params } as never);
  const payload = body ? { payload: body } : {};
  const { method } = made;
  return server.app.inject({ method, url, headers: bearer(people[role]), ...payload });
}
async function change(role: Role, made: ApiCall, params: Params = {}, body?: object) {
  const answer = await call(role, made, params, body);
  expect([answer.statusCode, answer.body]).toEqual([expect.toBeOneOf([200, 204]), answer.body]);
  return answer.body ? answer.json() : undefined;
}
async function refusal(...made: Parameters<typeof call>): Promise<[number, string]> {
  const answer = await call(...made);
  return [answer.statusCode, answer.body ? answer.json().message : ''];
}
async function addRepo(name: string, by: Role = 'root', namespace = 'acme'): Promise<void> {
  const user = await server.core.userStore.findById(people[by].id);
  if (!user) throw new Error('The account is gone');
  await server.ask(gitHostingPort).addHostedRepo(user, namespace, name);
}
/** Returns the role of an account, as calls about the repository see it. */
async function roleIn(role: Role, name: string, namespace = 'acme'): Promise<RepoRole | 'none'> {
  const answer = await call(role, api.getRepo, { namespace, name });
  if (answer.statusCode !== 200) return 'none';
  const { admin, write } = answer.json().permissions;
  if (admin) return 'admin';
  return write ? 'write' : 'read';
}
const listed = async (role: Role) => {
  const answer = await call(role, api.listUserRepos);
  return answer.json<api.Repo[]>().map(({ slug }) => slug);
};

await change('root', api.createOrganization, {}, { name: 'acme', owner: 'olga' });
await change('owner', api.setOrganizationMember, { member: 'max' }, { role: 'member' });
for (const name of ['app', 'site']) await addRepo(name);
await change('owner', api.createTeam, {}, { name: 'all', role: 'read', all_repositories: true });

describe('access', () => {
  const calls: [string, ApiCall, Params, object | undefined, Record<Role, number>][] = [
    ['reads the organization', api.getOrganization, {}, undefined, all(200, 200)],
    ['lists members', api.listOrganizationMembers, {}, undefined, all(200, 200)],
    ['lists teams', api.listTeams, {}, undefined, all(200, 200)],
    ['reads a team', api.getTeam, { team: 'all' }, undefined, all(200, 200)],
    ['lists members of a team', api.listTeamMembers, { team: 'all' }, undefined, all(200, 200)],
    ['lists groups', api.listTeamGroups, {}, undefined, all(200, 403)],
    ['changes the organization', api.updateOrganization, {}, {}, all(200, 403)],
    [
      'sets a member',
      api.setOrganizationMember,
      { member: 'max' },
      { role: 'member' },
      all(200, 403),
    ],
    ['removes a member', api.removeOrganizationMember, { member: 'x' }, undefined, all(404, 403)],
    ['creates a team', api.createTeam, {}, { name: 'all', role: 'read' }, all(409, 403)],
    ['changes a team', api.updateTeam, { team: 'all' }, {}, all(200, 403)],
    ['deletes a team', api.deleteTeam, { team: 'x' }, undefined, all(404, 403)],
    ['adds a member', api.addTeamMember, { team: 'x', member: 'max' }, undefined, all(404, 403)],
    [
      'removes from a team',
      api.removeTeamMember,
      { team: 'all', member: 'x' },
      undefined,
      all(404, 403),
    ],
    ['adds a repository', api.addTeamRepo, { team: 'all', repo: 'app' }, undefined, all(409, 403)],
    [
      'removes a repository',
      api.removeTeamRepo,
      { team: 'all', repo: 'app' },
      undefined,
      all(409, 403),
    ],
    ['adds a group', api.addTeamGroup, {}, { team: 'x', group: 'g' }, all(404, 403)],
    ['removes a group', api.removeTeamGroup, { mapping: 9 }, undefined, all(404, 403)],
    ['deletes the organization', api.deleteOrganization, {}, undefined, all(409, 403)],
  ];

  /** Statuses for owners, who may do what system admins may, for members and for everybody else. */
  function all(owner: number, member: number): Record<Role, number> {
    return { root: owner, owner, member, stranger: 404 };
  }

  it.each(calls)('%s', async (_, made, params, body, expected) => {
    const actual: Record<string, number> = {};
    for (const role of Object.keys(people) as Role[]) {
      actual[role] = (await call(role, made, params, body)).statusCode;
    }
    expect(actual).toEqual(expected);
  });

  it.each<[Role, string[]]>([
    ['root', ['acme']],
    ['owner', ['acme']],
    ['member', ['acme']],
    ['stranger', []],
  ])('%s lists the organizations %j', async (role, names) => {
    const answer = await call(role, api.listOrganizations);
    expect(answer.json<api.Organization[]>().map(({ name }) => name)).toEqual(names);
  });

  it('lets only system admins create organizations', async () => {
    expect((await call('owner', api.createOrganization, {}, { name: 'other' })).statusCode).toBe(
      403,
    );
  });
});

describe('names', () => {
  it.each([
    ['max', 409],
    ['MAX', 409],
    ['Acme', 409],
    ['api', 400],
    ['.', 400],
  ])('%s is refused', async (name, status) => {
    expect((await call('root', api.createOrganization, {}, { name })).statusCode).toBe(status);
  });

  it('of organizations are refused to accounts, in any case', async () => {
    const answer = await call('root', api.createUser, {}, { login: 'ACME' });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'already_exists']);
  });

  it('are found in any case', async () => {
    expect((await call('member', api.getOrganization, { namespace: 'ACME' })).statusCode).toBe(200);
  });

  it('of accounts are no organizations', async () => {
    const answer = await refusal('owner', api.getOrganization, { namespace: 'olga' });
    expect(answer).toEqual([404, 'There is no organization olga on this server']);
  });
});

describe('owners', () => {
  it('administer every repository, and appear as owners in it', async () => {
    expect(await roleIn('owner', 'app')).toBe('admin');
    expect(await listed('owner')).toEqual(['acme/app', 'acme/site']);
    const rows = (await call('owner', api.listCollaborators, { name: 'app' })).json();
    expect(rows).toMatchObject([{ login: 'olga', source: 'owner', admin: true }]);
    expect(await refusal('owner', api.deleteCollaborator, { name: 'app', member: 'olga' })).toEqual(
      [400, 'olga owns the namespace, so this role cannot be changed'],
    );
  });

  it('never leave an organization without one', async () => {
    const message = 'olga is the only owner of acme. Name another owner first';
    const self = { member: 'olga' };
    expect(await refusal('owner', api.removeOrganizationMember, self)).toEqual([409, message]);
    const asMember = { role: 'member' };
    expect(await refusal('root', api.setOrganizationMember, self, asMember)).toEqual([
      409,
      message,
    ]);
    expect(await refusal('root', api.deleteUser, { login: 'olga' })).toEqual([
      409,
      'olga is the only owner of the organization acme. Name another owner first',
    ]);
  });

  it('cannot both leave at the same time', async () => {
    const first = await server.addUser('first');
    const second = await server.addUser('second');
    const namespace = 'pair';
    await change('root', api.createOrganization, {}, { name: namespace, owner: 'first' });
    const asOwner = { role: 'owner' };
    await change('root', api.setOrganizationMember, { namespace, member: 'second' }, asOwner);
    const leave = (login: string, made: ApiCall) =>
      call('root', made, { namespace, member: login, login });
    const answers = await Promise.all([
      leave(first.login, api.removeOrganizationMember),
      leave(second.login, api.deleteUser),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409]);
  });

  it('gain and lose their role with the membership', async () => {
    await change('owner', api.setOrganizationMember, { member: 'max' }, { role: 'owner' });
    expect(await roleIn('member', 'app')).toBe('admin');
    await change('owner', api.setOrganizationMember, { member: 'max' }, { role: 'member' });
    expect(await roleIn('member', 'app')).toBe('none');
  });
});

describe('teams', () => {
  const team = { team: 'devs' };
  const inTeam = { ...team, member: 'max' };

  it('give their role in their repositories, until it changes', async () => {
    await change(
      'owner',
      api.createTeam,
      {},
      { name: 'devs', role: 'write', repositories: ['app'] },
    );
    await change('owner', api.addTeamMember, inTeam);
    expect([await roleIn('member', 'app'), await roleIn('member', 'site')]).toEqual([
      'write',
      'none',
    ]);
    await change('owner', api.updateTeam, team, { role: 'admin' });
    expect(await roleIn('member', 'app')).toBe('admin');
    await change('owner', api.addTeamRepo, { ...team, repo: 'site' });
    expect(await roleIn('member', 'site')).toBe('admin');
    await change('owner', api.removeTeamRepo, { ...team, repo: 'app' });
    expect([await roleIn('member', 'app'), await listed('member')]).toEqual([
      'none',
      ['acme/site'],
    ]);
    await change('owner', api.updateTeam, team, {
      role: 'read',
      all_repositories: true,
      name: 'readers',
    });
    expect([await roleIn('member', 'app'), await roleIn('member', 'site')]).toEqual([
      'read',
      'read',
    ]);
    await change('owner', api.updateTeam, { team: 'readers' }, { name: 'devs' });
  });

  it('give the highest of several roles', async () => {
    await change(
      'owner',
      api.createTeam,
      {},
      { name: 'ops', role: 'write', repositories: ['app'] },
    );
    await change('owner', api.addTeamMember, { team: 'ops', member: 'max' });
    expect([await roleIn('member', 'app'), await roleIn('member', 'site')]).toEqual([
      'write',
      'read',
    ]);
    const listing = (await call('owner', api.listOrganizationMembers)).json();
    expect(listing).toMatchObject([
      { login: 'max', role: 'member', teams: ['devs', 'ops'], by_group: false },
      { login: 'olga', role: 'owner', teams: [] },
    ]);
    await change('owner', api.deleteTeam, { team: 'ops' });
    expect(await roleIn('member', 'app')).toBe('read');
  });

  it('have new repositories at once', async () => {
    await addRepo('later');
    expect([await roleIn('member', 'later'), await roleIn('owner', 'later')]).toEqual([
      'read',
      'admin',
    ]);
    expect(await roleIn('stranger', 'later')).toBe('none');
  });

  it('leave roles alone that a person has granted', async () => {
    const granted = { name: 'app', member: 'max' };
    await change('owner', api.setCollaborator, granted, { role: 'write' });
    expect(await roleIn('member', 'app')).toBe('write');
    const rows = (await call('owner', api.listCollaborators, { name: 'app' })).json();
    expect(rows).toMatchObject([
      { login: 'max', source: 'granted', teams: ['devs'], write: true },
      { login: 'olga' },
    ]);
    await change('owner', api.deleteCollaborator, granted);
    expect(await roleIn('member', 'app')).toBe('read');
    expect(await refusal('owner', api.deleteCollaborator, granted)).toEqual([
      409,
      'max has this role through the team devs of acme',
    ]);
    await change('owner', api.setCollaborator, granted, { role: 'admin' });
    await change('owner', api.removeTeamMember, inTeam);
    expect([await roleIn('member', 'app'), await roleIn('member', 'site')]).toEqual([
      'admin',
      'none',
    ]);
  });

  it('add people to the organization, who lose all roles in it when they leave', async () => {
    const sam = { member: 'sam' };
    await change('owner', api.addTeamMember, { ...team, ...sam });
    await change('owner', api.setCollaborator, { name: 'app', ...sam }, { role: 'admin' });
    expect([await roleIn('stranger', 'app'), await roleIn('stranger', 'site')]).toEqual([
      'admin',
      'read',
    ]);
    await change('owner', api.removeOrganizationMember, sam);
    expect([await roleIn('stranger', 'app'), await roleIn('stranger', 'site')]).toEqual([
      'none',
      'none',
    ]);
    expect((await call('stranger', api.getOrganization)).statusCode).toBe(404);
    expect(await call('owner', api.listTeamMembers, team).then((answer) => answer.json())).toEqual(
      [],
    );
  });

  it.each<[ApiCall, Params, object | undefined, number, string]>([
    [api.createTeam, {}, { name: 'DEVS', role: 'read' }, 409, 'There is a team DEVS already'],
    [
      api.createTeam,
      {},
      { name: 'x', role: 'read', repositories: ['no'] },
      400,
      'There is no repository acme/no',
    ],
    [api.updateTeam, { team: 'devs' }, { name: 'all' }, 409, 'There is a team all already'],
    [
      api.addTeamMember,
      { team: 'devs', member: 'nobody' },
      undefined,
      400,
      'There is no account nobody',
    ],
    [
      api.addTeamRepo,
      { team: 'all', repo: 'app' },
      undefined,
      409,
      'The team all has all repositories',
    ],
    [api.getTeam, { team: 'none' }, undefined, 404, 'There is no team none in acme'],
  ])('refuse %j %j %j', async (made, params, body, status, message) => {
    expect(await refusal('owner', made, params, body)).toEqual([status, message]);
  });
});

describe('repositories of an organization', () => {
  const push = (role: Role, name: string) => {
    const { login } = people[role];
    return server.app.inject({
      url: `/git/acme/${name}.git/info/refs?service=git-receive-pack`,
      headers: {
        authorization: `Basic ${Buffer.from(`${login}:${people[role].token}`).toString('base64')}`,
      },
    });
  };

  it('are created by owners, and by members if it allows them', async () => {
    expect((await push('owner', 'by-owner')).statusCode).toBe(200);
    expect((await push('member', 'by-member')).statusCode).toBe(403);
    expect((await push('stranger', 'by-member')).statusCode).toBe(403);
    await change('owner', api.updateOrganization, {}, { members_create_repositories: true });
    expect((await push('member', 'by-member')).statusCode).toBe(200);
    expect((await push('stranger', 'by-stranger')).statusCode).toBe(403);
    expect([await roleIn('member', 'by-member'), await roleIn('owner', 'by-member')]).toEqual([
      'admin',
      'admin',
    ]);
  });

  it('belong to an organization that is created later', async () => {
    await addRepo('tools', 'root', 'guild');
    await change('root', api.createOrganization, {}, { name: 'guild', owner: 'sam' });
    expect(await roleIn('stranger', 'tools', 'guild')).toBe('admin');
  });
});

it('is deleted without repositories only, with all else in its namespace', async () => {
  await change('root', api.createOrganization, {}, { name: 'brief', owner: 'sam' });
  await addRepo('one', 'stranger', 'brief');
  const namespace = 'brief';
  await change('stranger', api.createOrgSecret, { namespace }, { name: 'key', data: 'hush' });
  expect(await refusal('stranger', api.deleteOrganization, { namespace })).toEqual([
    409,
    'brief has repositories: one. Delete them first',
  ]);
  await server.app.inject({
    method: 'DELETE',
    url: '/api/repos/brief/one?remove=true',
    headers: bearer(people.stranger),
  });
  await change('stranger', api.deleteOrganization, { namespace });
  expect((await call('stranger', api.getOrganization, { namespace })).statusCode).toBe(404);
  await change('root', api.createOrganization, {}, { name: 'brief', owner: 'sam' });
  const secrets = await call('stranger', api.listOrgSecrets, { namespace });
  expect(secrets.json()).toEqual([]);
});

it('shares no data with a deleted account', async () => {
  await server.addUser('short');
  await change('owner', api.setOrganizationMember, { member: 'short' }, { role: 'member' });
  await change('owner', api.addTeamMember, { team: 'all', member: 'short' });
  await change('root', api.deleteUser, { login: 'short' });
  const members = (await call('owner', api.listOrganizationMembers)).json<
    api.OrganizationMember[]
  >();
  expect(members.map(({ login }) => login)).not.toContain('short');
});

it('leaves organizations to a remote forge', async () => {
  const { core } = server;
  const usersPort = server.ask(usersPortOfServer);
  const service = new OrganizationService({ ...core, usersPort, isRemote: true });
  const root = await core.userStore.findByLogin('root');
  if (!root) throw new Error('The account is gone');
  expect(await service.list(root)).toEqual([]);
  await expect(service.require('acme')).rejects.toThrow('There is no organization acme');
  const wanted = { name: 'other', owner: 'root', membersCreate: false };
  await expect(service.create(wanted)).rejects.toThrow('managed at the forge');
});
