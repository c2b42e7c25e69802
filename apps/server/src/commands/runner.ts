import { usageOf } from '@millrace/cli/command-line/help-text';
import { readArgs } from '@millrace/cli/command-line/read-args';
import { readEnvironment } from '@millrace/node-kit/environment';
import { version } from '@millrace/node-kit/version';
import { runRunner } from '@millrace/runner/command';
import { runnerHelp } from './runner-help.ts';

/** `millrace runner`: runs a remote runner. It needs the URL of a server, but not its data. */
export async function runner(args: readonly string[]): Promise<number> {
  const { values } = readArgs(args, 0, { once: { type: 'boolean' } }, usageOf(runnerHelp));
  return runRunner(readEnvironment(), {
    version: version.version,
    isOneShot: values.once === true,
  });
}
