import { hostname } from 'node:os';
import type { RunnerApi } from '@millrace/contract/runner';
import { type Runner, startRunner } from '@millrace/runner';
import type { Logger } from './shared/logger.ts';

/** Name under which the built-in runner claims stages. */
const embeddedMachine = `${hostname()}-built-in`;

/** The runner in the server's own process. */
export function startEmbeddedRunner(options: {
  api: RunnerApi;
  capacity: number;
  workDir: string;
  maxLogBytes: number;
  logger: Logger;
}): Runner {
  return startRunner({ ...options, machine: embeddedMachine });
}
