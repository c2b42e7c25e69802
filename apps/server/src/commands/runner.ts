import { runRunner } from '@millrace/runner/command';
import { readEnvironment } from '../config/env.ts';
import { version } from '../version.ts';
import { helpText } from './help.ts';
import { readArgs } from './read-args.ts';

/** `millrace runner`: runs a remote runner. It needs the URL of a server, but not its data. */
export async function runner(args: readonly string[]): Promise<number> {
  const { values } = readArgs(args, 0, { once: { type: 'boolean' } }, helpText('runner'));
  return runRunner(readEnvironment(), {
    version: version.version,
    isOneShot: values.once === true,
  });
}
