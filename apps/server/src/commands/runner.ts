import { usageOf } from '@millrace/cli/command-line/help-text';
import { readArgs } from '@millrace/cli/command-line/read-args';
import { readServer } from '@millrace/cli/command-line/read-server';
import { readEnvironment } from '@millrace/node-kit/environment';
import { StartError } from '@millrace/node-kit/start-error';
import { version } from '@millrace/node-kit/version';
import { runRegistration, runRunner } from '@millrace/runner/command';
import { runnerHelp } from './runner-help.ts';

/**
 * `millrace runner`: runs a remote runner, or registers one. It needs the URL of a server, but not its data.
 */
export async function runner(args: readonly string[]): Promise<number> {
  const [word, ...rest] = args;
  if (word === 'register') return register(rest);
  const { values } = readArgs(args, 0, { once: { type: 'boolean' } }, usageOf(runnerHelp));
  return runRunner(readEnvironment(), {
    version: version.version,
    isOneShot: values.once === true,
  });
}

async function register(args: readonly string[]): Promise<number> {
  const text = { type: 'string' } as const;
  const options = { server: text, token: text, print: { type: 'boolean' } } as const;
  const { values } = readArgs(args, 0, options, usageOf(runnerHelp));
  const env = readEnvironment();
  const token = values.token || env.MILLRACE_RUNNER_TOKEN;
  if (!token)
    throw new StartError('Set MILLRACE_RUNNER_TOKEN to the one-time token of the runner.');
  const server = readServer(values.server);
  await runRegistration(env, { server, token: token.trim(), prints: values.print === true });
  return 0;
}
