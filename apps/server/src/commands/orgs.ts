import { readArgs } from '@millrace/cli/command-line/read-args';
import { say } from '@millrace/cli/command-line/say';
import { newLogin } from '@millrace/contract/schemas';
import { organizationRoles } from '@millrace/contract/vocabulary';
import { StartError } from '@millrace/node-kit/start-error';
import type { AssembledServer } from '../assemble.ts';
import { organizationsPort } from '../features/organizations/port.ts';
import { fromCommandLine } from './from-command-line.ts';
import { type Action, withServer } from './with-server.ts';

const usage = `Usage:
  millrace orgs list
  millrace orgs add NAME OWNER                     OWNER: the login of the first owner
  millrace orgs member NAME LOGIN ROLE             ROLE: member or owner
  millrace orgs remove NAME LOGIN                  with all roles in the repositories of the organization`;

const actions = new Map<string, Action>([
  ['list', list],
  ['add', add],
  ['member', setMember],
  ['remove', remove],
]);

/** `millrace orgs …`: manages organizations of the built-in forge. The server may be running. */
export function orgs(args: readonly string[]): Promise<number> {
  return withServer(actions, args, usage);
}

async function list({ core }: AssembledServer, args: readonly string[]): Promise<void> {
  readArgs(args, 0, {}, usage);
  for (const { name } of await core.organizations.listAll()) say(name);
}

async function add({ core, ask }: AssembledServer, args: readonly string[]): Promise<void> {
  const {
    words: [wanted, owner = ''],
  } = readArgs(args, 2, {}, usage);
  const checked = newLogin.safeParse(wanted);
  if (!checked.success) throw new StartError(checked.error.issues[0]?.message ?? usage);
  const name = checked.data;
  await core.audit.record(
    { ...fromCommandLine, action: 'organization.create', target: '', details: { name, owner } },
    () => ask(organizationsPort).createOrganization(name, owner),
  );
  say(`${name} is an organization now, and ${owner} owns it.`);
}

async function setMember({ core, ask }: AssembledServer, args: readonly string[]): Promise<void> {
  const {
    words: [name = '', login = '', roleName],
  } = readArgs(args, 3, {}, usage);
  const role = organizationRoles.find((candidate) => candidate === roleName);
  if (!role) throw new StartError(usage);
  const target = `${name}/${login}`;
  await core.audit.record(
    { ...fromCommandLine, action: 'organization_member.set', target, details: { role } },
    () => ask(organizationsPort).setMember(name, login, role),
  );
  say(`${login} has the role ${role} in ${name} now.`);
}

async function remove({ core, ask }: AssembledServer, args: readonly string[]): Promise<void> {
  const {
    words: [name = '', login = ''],
  } = readArgs(args, 2, {}, usage);
  const target = `${name}/${login}`;
  await core.audit.record(
    { ...fromCommandLine, action: 'organization_member.remove', target, details: {} },
    () => ask(organizationsPort).removeMember(name, login),
  );
  say(`${login} is no longer in ${name}.`);
}
