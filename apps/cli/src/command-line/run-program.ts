import { StartError } from '@millrace/node-kit/start-error';
import { version } from '@millrace/node-kit/version';
import type { Command, Commands } from './command.ts';
import { usageOf, usageOfAll } from './help-text.ts';

/** Runs the command that the arguments of the process name, by default the first one, and ends the process. */
export async function runProgram(own: Commands): Promise<void> {
  const commands: Commands = {
    ...own,
    '--help': {
      help: { calls: [['--help, -h', 'prints this; after a command, its options']] },
      load: async () => printHelp,
    },
    '--version': {
      help: { calls: [['--version', 'prints the version']] },
      isWordless: true,
      load: async () => () => print(version.version),
    },
  };
  async function printHelp([word = '']: readonly string[]): Promise<number> {
    const command = findCommand(own, word);
    return print(command ? usageOf(command.help) : usageOfAll(commands));
  }
  try {
    const exitCode = await runCommand(commands);
    // All output must be flushed, even to a slow pipe.
    process.stdout.write('', () => process.exit(exitCode));
  } catch (error) {
    process.stderr.write(`${error instanceof StartError ? error.message : describe(error)}\n`);
    process.exit(1);
  }
}

async function runCommand(commands: Commands): Promise<number> {
  const called = process.argv.slice(2);
  const asksForHelp = called.some((word) => word === '--help' || word === '-h');
  const [first = ''] = Object.keys(commands);
  const [name = first, ...args] = asksForHelp ? ['--help', ...called.slice(0, 1)] : called;
  const command = findCommand(commands, name);
  if (!command) throw new StartError(`millrace has no command ${name}.\n${usageOfAll(commands)}`);
  if (command.isWordless && args.length > 0) {
    throw new StartError(`millrace ${name} does not accept ${args[0]}.\n${usageOfAll(commands)}`);
  }
  const run = await command.load();
  return run(args);
}

function findCommand(commands: Commands, name: string): Command | undefined {
  return Object.hasOwn(commands, name) ? commands[name] : undefined;
}

async function print(text: string): Promise<number> {
  process.stdout.write(`${text}\n`);
  return 0;
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
