import { StartError } from './shared/errors.ts';

type Command = (args: readonly string[]) => Promise<number>;

/** What a command does not need is not loaded for it. */
const commands: Record<string, () => Promise<Command>> = {
  server: async () => (await import('./commands/serve.ts')).serve,
  runner: async () => (await import('./commands/runner.ts')).runner,
  lint: async () => (await import('./commands/lint.ts')).lint,
  plan: async () => (await import('./commands/plan.ts')).plan,
  convert: async () => (await import('./commands/plan.ts')).convert,
  users: async () => (await import('./commands/users.ts')).users,
  db: async () => (await import('./commands/db.ts')).db,
  secrets: async () => (await import('./commands/secrets.ts')).secrets,
};

const [name = '', ...args] = process.argv.slice(2);
try {
  const load = commands[name];
  if (!load) {
    throw new StartError(`Usage: millrace COMMAND, one of: ${Object.keys(commands).join(', ')}`);
  }
  const command = await load();
  const exitCode = await command(args);
  // What was written must be through, even where a slow pipe takes it.
  process.stdout.write('', () => process.exit(exitCode));
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : describe(error)}\n`);
  process.exit(1);
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
