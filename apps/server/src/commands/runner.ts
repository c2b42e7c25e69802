import { runRunner } from '@millrace/runner/command';
import { readEnvironment } from '../config/env.ts';
import { version } from '../version.ts';

/** `millrace runner`: runs a remote runner. It needs the URL of a server, but not its data. */
export async function runner(): Promise<number> {
  return runRunner(readEnvironment(), version.version);
}
