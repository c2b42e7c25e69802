import { readArgs } from '@millrace/cli/command-line/read-args';
import { readInput } from '@millrace/cli/command-line/read-input';
import { say } from '@millrace/cli/command-line/say';
import { newLogin } from '@millrace/contract/schemas';
import { repoRoles } from '@millrace/contract/vocabulary';
import { StartError } from '@millrace/node-kit/start-error';
import type { AssembledServer } from '../assemble.ts';
import { secondFactorPort } from '../features/second-factor/port.ts';
import { fromCommandLine } from './from-command-line.ts';
import { type Action, withServer } from './with-server.ts';

const usage = `Usage:
  millrace users add LOGIN [--admin]               the password is read from standard input
  millrace users password LOGIN                    sets a new one, read from standard input
  millrace users remove-second-factor LOGIN        for a person who has lost the telephone and the recovery codes
  millrace users grant LOGIN NAMESPACE/NAME ROLE   ROLE: read, write or admin
  millrace users confirm LOGIN                     lets the person who has this login now sign in to an imported account
  millrace users confirm --all                     the same for every imported account`;

const commands = new Map<string, Action>([
  ['add', addUser],
  ['password', setPassword],
  ['remove-second-factor', removeFactor],
  ['grant', grantRole],
  ['confirm', confirm],
]);

/** `millrace users …`: manages accounts and permissions of the built-in forge. The server may be running. */
export function users(args: readonly string[]): Promise<number> {
  return withServer(commands, args, usage);
}

async function addUser({ core }: AssembledServer, args: readonly string[]): Promise<void> {
  const { words, values } = readArgs(args, 1, { admin: { type: 'boolean' } }, usage);
  const checked = newLogin.safeParse(words[0]);
  if (!checked.success) throw new StartError(checked.error.issues[0]?.message ?? usage);
  const login = checked.data;
  const password = (await readInput()).trim();
  const { admin = false } = values;
  await core.audit.record(
    { ...fromCommandLine, action: 'user.create', target: '', details: { login, admin } },
    () => core.users.createAccount({ login, password, admin }),
  );
  say(`${login} can sign in now.`);
}

async function setPassword({ core }: AssembledServer, args: readonly string[]): Promise<void> {
  const {
    words: [login = ''],
  } = readArgs(args, 1, {}, usage);
  const user = await core.userStore.findByLogin(login);
  if (!user) throw new StartError(`There is no account ${login}.`);
  const password = (await readInput()).trim();
  await core.audit.record(
    { ...fromCommandLine, action: 'user.reset_password', target: login, details: {} },
    () => core.users.setPassword(user, password),
  );
  say(`${login} has a new password now.`);
}

async function removeFactor(
  { core, ask }: AssembledServer,
  args: readonly string[],
): Promise<void> {
  const {
    words: [login = ''],
  } = readArgs(args, 1, {}, usage);
  const user = await core.userStore.findByLogin(login);
  if (!user) throw new StartError(`There is no account ${login}.`);
  await core.audit.record(
    { ...fromCommandLine, action: 'second_factor.remove', target: user.login, details: {} },
    () => ask(secondFactorPort).removeSecondFactor(user),
  );
  say(`${user.login} has no second factor now.`);
}

async function grantRole({ core }: AssembledServer, args: readonly string[]): Promise<void> {
  const {
    words: [login = '', slug = '', roleName],
  } = readArgs(args, 3, {}, usage);
  const role = repoRoles.find((candidate) => candidate === roleName);
  if (!role) throw new StartError(usage);
  const user = await core.userStore.findByLogin(login);
  const repo = await core.repos.findBySlug(slug);
  if (!user) throw new StartError(`There is no account ${login}.`);
  if (!repo) throw new StartError(`There is no repository ${slug}.`);
  await core.audit.record(
    { ...fromCommandLine, action: 'member.set', repo, target: login, details: { role } },
    () => core.repos.grant(user.id, repo.id, role),
  );
  say(`${login} has ${role} permission in ${slug} now.`);
}

async function confirm({ core }: AssembledServer, args: readonly string[]): Promise<void> {
  const { words, values } = readArgs(args, [0, 1], { all: { type: 'boolean' } }, usage);
  const [login] = words;
  if ((login === undefined) !== Boolean(values.all)) throw new StartError(usage);
  const accounts = (await core.userStore.list()).filter(({ unconfirmed }) => unconfirmed);
  const named = accounts.filter((user) => values.all || user.login === login);
  if (login !== undefined && named.length === 0) {
    throw new StartError(`There is no unconfirmed account ${login}.`);
  }
  for (const user of named) {
    const details = { unconfirmed: false };
    await core.audit.record(
      { ...fromCommandLine, action: 'user.update', target: user.login, details },
      () => core.userStore.update(user.id, { unconfirmed: false }),
    );
    say(`${user.login} is confirmed now.`);
  }
}
