import { StartError } from '@millrace/node-kit/start-error';
import { type CommandName, helpText } from './commands/help.ts';
import { readEnvironment } from './config/env.ts';
import { version } from './version.ts';

type Command = (args: readonly string[]) => Promise<number>;

/**
 * Modules are loaded on demand: only those of the command, and none before the process restarts to hide
 * secrets.
 */
const commands = {
  server: async () => {
    await prepare();
    return (await import('./commands/serve.ts')).serve;
  },
  runner: async () => {
    await prepare();
    return (await import('./commands/runner.ts')).runner;
  },
  health: async () => (await import('./commands/health.ts')).health,
  lint: async () => (await import('./commands/lint.ts')).lint,
  plan: async () => (await import('./commands/plan.ts')).plan,
  convert: async () => (await import('./commands/plan.ts')).convert,
  exec: async () => (await import('./commands/exec.ts')).exec,
  why: async () => (await import('./commands/why.ts')).why,
  mcp: async () => (await import('./commands/mcp.ts')).mcp,
  users: async () => (await import('./commands/users.ts')).users,
  db: async () => (await import('./commands/db.ts')).db,
  backup: async () => (await import('./commands/backup.ts')).backup,
  resume: async () => (await import('./commands/resume.ts')).resume,
  restore: async () => (await import('./commands/restore.ts')).restore,
  import: async () => {
    await prepare();
    return (await import('./commands/import.ts')).importCommand;
  },
  secrets: async () => (await import('./commands/secrets.ts')).secrets,
  '--help': async (): Promise<Command> => printHelp,
  '--version': async (): Promise<Command> => () => print(version.version),
} satisfies Record<CommandName, () => Promise<Command>>;

/** Commands without arguments. Their settings are in the environment. */
const wordless: ReadonlySet<string> = new Set(['server', 'health', '--version']);

const called = process.argv.slice(2);
const asksForHelp = called.some((word) => word === '--help' || word === '-h');
const [name = 'server', ...args] = asksForHelp ? ['--help', ...called.slice(0, 1)] : called;
try {
  if (!isCommand(name)) throw new StartError(`millrace has no command ${name}.\n${helpText()}`);
  if (wordless.has(name) && args.length > 0) {
    throw new StartError(`millrace ${name} does not accept ${args[0]}.\n${helpText()}`);
  }
  const command = await commands[name]();
  const exitCode = await command(args);
  // All output must be flushed, even to a slow pipe.
  process.stdout.write('', () => process.exit(exitCode));
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : describe(error)}\n`);
  process.exit(1);
}

/** Prepares a long-running command, which calls other machines. */
async function prepare(): Promise<void> {
  const { hideEnvironment } = await import('./config/hide-environment.ts');
  hideEnvironment();
  const { useProxies } = await import('./config/use-proxies.ts');
  useProxies(readEnvironment());
}

function isCommand(word: string): word is CommandName {
  return Object.hasOwn(commands, word);
}

/** Prints the usage of the command before `--help`, or of all. */
async function printHelp([word = '']: readonly string[]): Promise<number> {
  return print(helpText(isCommand(word) && !word.startsWith('-') ? word : undefined));
}

async function print(text: string): Promise<number> {
  process.stdout.write(`${text}\n`);
  return 0;
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
