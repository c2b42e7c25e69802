import { repoRoles } from '@millrace/contract/vocabulary';
import { openDataDir } from '../config/data-dir.ts';
import { configFromEnv } from '../config/env.ts';
import { type Context, createContext } from '../context.ts';
import { AppError, StartError } from '../shared/errors.ts';
import { createLogger } from '../shared/logger.ts';
import { readInput } from './read-input.ts';
import { say } from './say.ts';

const usage = `Usage:
  millrace users add LOGIN [--admin]               the password is read from standard input
  millrace users password LOGIN                    sets a new one, read from standard input
  millrace users grant LOGIN NAMESPACE/NAME ROLE   ROLE: read, write or admin`;

/** `millrace users …`: accounts and permissions of the built-in source hosting; the server may run. */
export async function users(args: readonly string[]): Promise<number> {
  const config = configFromEnv();
  const dirs = await openDataDir(config.dataDir);
  const logger = createLogger(config.logLevel);
  const context = await createContext(config, dirs, logger, { url: config.publicUrl ?? '' });
  try {
    const [command, ...rest] = args;
    if (command === 'add') await addUser(context, rest);
    else if (command === 'password') await setPassword(context, rest);
    else if (command === 'grant') await grantRole(context, rest);
    else throw new StartError(usage);
  } catch (error) {
    throw error instanceof AppError ? new StartError(error.message) : error;
  } finally {
    await context.db.destroy();
  }
  return 0;
}

async function addUser(context: Context, args: readonly string[]): Promise<void> {
  const login = args.find((arg) => !arg.startsWith('-'));
  if (!login) throw new StartError(usage);
  const password = (await readInput()).trim();
  await context.users.createAccount({ login, password, admin: args.includes('--admin') });
  say(`${login} can sign in now.`);
}

async function setPassword(context: Context, [login = '']: readonly string[]): Promise<void> {
  const user = await context.userStore.findByLogin(login);
  if (!user) throw new StartError(`There is no account ${login}.`);
  await context.users.setPassword(user, (await readInput()).trim());
  say(`${login} has a new password now.`);
}

async function grantRole(context: Context, args: readonly string[]): Promise<void> {
  const [login = '', slug = '', wanted] = args;
  const role = repoRoles.find((candidate) => candidate === wanted);
  if (!role) throw new StartError(usage);
  const user = await context.userStore.findByLogin(login);
  const repo = await context.repos.findBySlug(slug);
  if (!user) throw new StartError(`There is no account ${login}.`);
  if (!repo) throw new StartError(`There is no repository ${slug}.`);
  await context.repos.grant(user.id, repo.id, role);
  say(`${login} has ${role} permission in ${slug} now.`);
}
