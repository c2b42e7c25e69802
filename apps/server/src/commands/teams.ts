import { readArgs } from '@millrace/cli/command-line/read-args';
import { say } from '@millrace/cli/command-line/say';
import { addTeamGroup, createTeam } from '@millrace/contract/api';
import { endpointOf } from '@millrace/contract/endpoints';
import { readInput } from '@millrace/contract/read-input';
import { repoRoles } from '@millrace/contract/vocabulary';
import { StartError } from '@millrace/node-kit/start-error';
import type { AssembledServer } from '../assemble.ts';
import type { AuditEntry } from '../audit/audit-log.ts';
import { type OrganizationsPort, organizationsPort } from '../features/organizations/port.ts';
import { fromCommandLine } from './from-command-line.ts';
import { type Action, withServer } from './with-server.ts';

const usage = `Usage:
  millrace teams add NAME TEAM ROLE [--all]        ROLE: read, write or admin; --all: in all repositories
  millrace teams member NAME TEAM LOGIN            adds a member of the team
  millrace teams remove NAME TEAM LOGIN            removes one
  millrace teams repo NAME TEAM REPOSITORY         gives the team its role in a repository of the organization
  millrace teams group NAME TEAM GROUP             makes the people in a group members of the team`;

const actions = new Map<string, Action>([
  ['add', add],
  ['member', member('team_member.add', 'addTeamMember', 'is in')],
  ['remove', member('team_member.remove', 'removeTeamMember', 'is no longer in')],
  ['repo', member('team_repo.add', 'addTeamRepo', 'is a repository of')],
  ['group', group],
]);

/** `millrace teams …`: manages teams of organizations of the built-in forge. The server may be running. */
export function teams(args: readonly string[]): Promise<number> {
  return withServer(actions, args, usage);
}

async function add({ core, ask }: AssembledServer, args: readonly string[]): Promise<void> {
  const { words, values } = readArgs(args, 3, { all: { type: 'boolean' } }, usage);
  const [organization = '', wanted, roleName] = words;
  const role = repoRoles.find((candidate) => candidate === roleName);
  if (!role) throw new StartError(usage);
  const { name } = readInput(endpointOf(createTeam).body, { name: wanted, role }, 'body');
  const allRepos = values.all ?? false;
  const details = { name, role, all_repositories: allRepos };
  await core.audit.record(
    { ...fromCommandLine, action: 'team.create', target: organization, details },
    () => ask(organizationsPort).createTeam(organization, { name, role, allRepos }),
  );
  say(`${organization} has the team ${name} now.`);
}

/** Creates a command about a member or a repository of a team. */
function member(
  action: AuditEntry['action'],
  change: 'addTeamMember' | 'removeTeamMember' | 'addTeamRepo',
  outcome: string,
): Action {
  return async ({ core, ask }, args) => {
    const {
      words: [organization = '', team = '', name = ''],
    } = readArgs(args, 3, {}, usage);
    const run: OrganizationsPort[typeof change] = ask(organizationsPort)[change];
    await core.audit.record(
      { ...fromCommandLine, action, target: `${organization}/${team}/${name}`, details: {} },
      () => run(organization, team, name),
    );
    say(`${name} ${outcome} the team ${team} of ${organization} now.`);
  };
}

async function group({ core, ask }: AssembledServer, args: readonly string[]): Promise<void> {
  const {
    words: [organization = '', team = '', wanted],
  } = readArgs(args, 3, {}, usage);
  const body = readInput(endpointOf(addTeamGroup).body, { team, group: wanted }, 'body');
  await core.audit.record(
    { ...fromCommandLine, action: 'team_group.add', target: organization, details: body },
    () => ask(organizationsPort).addTeamGroup(organization, team, body.group),
  );
  say(`The people in ${body.group} are in the team ${team} of ${organization} now.`);
}
