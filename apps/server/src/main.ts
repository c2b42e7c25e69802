#!/usr/bin/env node
import { lint } from './commands/lint.ts';
import { convert, plan } from './commands/plan.ts';
import { runner } from './commands/runner.ts';
import { secrets } from './commands/secrets.ts';
import { serve } from './commands/serve.ts';
import { users } from './commands/users.ts';
import { StartError } from './shared/errors.ts';

const commands: Record<string, (args: readonly string[]) => Promise<number>> = {
  server: serve,
  runner,
  lint,
  plan,
  convert,
  users,
  secrets,
};

const [name = '', ...args] = process.argv.slice(2);
try {
  const command = commands[name];
  if (!command) {
    throw new StartError(`Usage: millrace COMMAND, one of: ${Object.keys(commands).join(', ')}`);
  }
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
