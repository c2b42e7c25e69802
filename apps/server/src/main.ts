import { hideEnvironment, readEnvironment } from './config/env.ts';
import { StartError } from './shared/start-error.ts';
import { version } from './version.ts';

type Command = (args: readonly string[]) => Promise<number>;

/** What a command does not need is not loaded for it, nor before a start anew. */
const commands = {
  server: async () => {
    await prepare();
    return (await import('./commands/serve.ts')).serve;
  },
  runner: async () => {
    await prepare();
    return (await import('./commands/runner.ts')).runner;
  },
  lint: async () => (await import('./commands/lint.ts')).lint,
  plan: async () => (await import('./commands/plan.ts')).plan,
  convert: async () => (await import('./commands/plan.ts')).convert,
  users: async () => (await import('./commands/users.ts')).users,
  db: async () => (await import('./commands/db.ts')).db,
  secrets: async () => (await import('./commands/secrets.ts')).secrets,
  '--help': async (): Promise<Command> => () => tell(help),
  '--version': async (): Promise<Command> => () => tell(version.version),
} satisfies Record<string, () => Promise<Command>>;

/** What they go by is in the environment. */
const wordless: ReadonlySet<string> = new Set(['server', 'runner', '--help', '--version']);

/** A line for each way to call a command. */
const usages: Record<keyof typeof commands, [call: string, what: string][]> = {
  server: [['server', 'runs the server with everything in it; so does no command']],
  runner: [['runner', 'runs a runner for a server elsewhere']],
  lint: [['lint FILE…', 'checks pipeline files']],
  plan: [
    ['plan FILE [--build FILE] [--json]', 'shows what a build would run and why not the rest'],
  ],
  convert: [['convert FILE', 'prints the pipeline YAML that a script comes to']],
  users: [
    ['users add LOGIN [--admin]', 'adds an account'],
    ['users password LOGIN', 'sets a new password'],
    ['users grant LOGIN NAMESPACE/NAME ROLE', 'gives permission in a repository'],
  ],
  db: [['db copy --from PLACE --to PLACE', 'moves an installation between SQLite and Postgres']],
  secrets: [['secrets rotate-key', 'seals all secrets and tokens with a new key']],
  '--help': [['--help', 'tells this']],
  '--version': [['--version', 'tells the version']],
};

const help = `Usage: millrace [COMMAND …]

${Object.values(usages)
  .flat()
  .map(([call, what]) => `  ${call.padEnd(38)} ${what}`)
  .join('\n')}

Settings are environment variables, MILLRACE_PORT and MILLRACE_DATA among them; README.md has their table.`;

const called = process.argv.slice(2);
const [name = 'server', ...args] = called.includes('--help') ? ['--help'] : called;
try {
  if (!isCommand(name)) throw new StartError(`millrace has no command ${name}.\n${help}`);
  if (wordless.has(name) && args.length > 0) {
    throw new StartError(`millrace ${name} takes no ${args[0]}.\n${help}`);
  }
  const command = await commands[name]();
  const exitCode = await command(args);
  // What was written must be through, even where a slow pipe takes it.
  process.stdout.write('', () => process.exit(exitCode));
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : describe(error)}\n`);
  process.exit(1);
}

/** For what runs on, and asks other machines. */
async function prepare(): Promise<void> {
  hideEnvironment();
  const { useProxies } = await import('./config/proxies.ts');
  useProxies(readEnvironment());
}

function isCommand(word: string): word is keyof typeof commands {
  return Object.hasOwn(commands, word);
}

async function tell(text: string): Promise<number> {
  process.stdout.write(`${text}\n`);
  return 0;
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
