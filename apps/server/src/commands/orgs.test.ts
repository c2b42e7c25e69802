import { join } from 'node:path';
import { StartError } from '@millrace/node-kit/start-error';
import { beforeEach, expect, it, vi } from 'vitest';
import { serverOfFile } from '../../testing/server-of-file.ts';
import { bearer } from '../../testing/test-server.ts';
import { isPostgresUrl } from '../db/database.ts';
import { gitHostingPort } from '../features/git-hosting/port.ts';
import { orgs } from './orgs.ts';
import { teams } from './teams.ts';

const server = await serverOfFile();
beforeEach(() => {
  const { database, tempDir } = server;
  vi.stubEnv('MILLRACE_DATA', join(tempDir, 'data'));
  if (isPostgresUrl(database)) vi.stubEnv('MILLRACE_DATABASE_URL', database);
});

it.each([
  [orgs, [], 'Usage:'],
  [orgs, ['add', 'acme'], 'Usage:'],
  [orgs, ['add', 'api', 'ada'], 'is an address of this server'],
  [orgs, ['member', 'acme', 'ada', 'admin'], 'Usage:'],
  [teams, ['add', 'acme', 'devs', 'owner'], 'Usage:'],
  [teams, ['add', 'acme', 'a b', 'read'], 'Invalid team name'],
  [teams, ['member', 'acme', 'devs'], 'Usage:'],
])('rejects %o %j', async (command, args, reason) => {
  const error = await command(args).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StartError);
  expect(String(error)).toContain(reason);
});

it('manages organizations and teams beside the running server', async () => {
  const root = await server.addUser('root', { admin: true });
  const bob = await server.addUser('bob');
  const said: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(String(text)) > 0);
  const run = async (command: 'orgs' | 'teams', ...args: string[]) => {
    said.length = 0;
    const code = await { orgs, teams }[command](args).catch((error: Error) => {
      said.push(`${error.message}\n`);
      return 1;
    });
    return [code, said.join('')];
  };
  expect(await run('orgs', 'add', 'acme', 'root')).toEqual([
    0,
    'acme is an organization now, and root owns it.\n',
  ]);
  await server.ask(gitHostingPort).addHostedRepo(root, 'acme', 'app');
  expect(await run('orgs', 'list')).toEqual([0, 'acme\n']);
  expect(await run('teams', 'add', 'acme', 'devs', 'write')).toEqual([
    0,
    'acme has the team devs now.\n',
  ]);
  await run('teams', 'repo', 'acme', 'devs', 'app');
  expect(await run('teams', 'member', 'acme', 'devs', 'bob')).toEqual([
    0,
    'bob is in the team devs of acme now.\n',
  ]);
  const status = async () =>
    (await server.app.inject({ url: '/api/repos/acme/app', headers: bearer(bob) })).statusCode;
  expect(await status()).toBe(200);
  expect(await run('teams', 'group', 'acme', 'devs', 'engineers')).toEqual([
    0,
    'The people in engineers are in the team devs of acme now.\n',
  ]);
  await run('teams', 'remove', 'acme', 'devs', 'bob');
  expect(await status()).toBe(404);
  expect(await run('orgs', 'member', 'acme', 'bob', 'owner')).toEqual([
    0,
    'bob has the role owner in acme now.\n',
  ]);
  expect(await run('orgs', 'remove', 'acme', 'root')).toEqual([0, 'root is no longer in acme.\n']);
  expect(await run('orgs', 'remove', 'acme', 'bob')).toEqual([
    1,
    'bob is the only owner of acme. Name another owner first\n',
  ]);
  const events = await server.core.db
    .selectFrom('audit_events')
    .select(['action', 'target'])
    .where('credential', '=', 'command_line')
    .orderBy('id')
    .execute();
  expect(events.map(({ action }) => action)).toEqual([
    'organization.create',
    'team.create',
    'team_repo.add',
    'team_member.add',
    'team_group.add',
    'team_member.remove',
    'organization_member.set',
    'organization_member.remove',
  ]);
});
