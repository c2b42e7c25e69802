import { hostname } from 'node:os';
import type { RunnerApi } from '@millrace/contract/runner';
import type { Logger } from '@millrace/node-kit/logger';
import { version } from '@millrace/node-kit/version';
import { findStepSetup, type Runner, type RunnerOptions, startRunner } from '@millrace/runner';

/** Name of the embedded runner in its claims. */
const embeddedMachine = `${hostname()}-built-in`;

/** Starts a runner in the server's process. */
export function startEmbeddedRunner(options: {
  api: RunnerApi;
  capacity: number;
  execUser: string | undefined;
  execView: 'private' | 'host';
  dataDir: string;
  workDir: string;
  privateDirs: readonly string[];
  maxLogBytes: number;
  cloneRetries: number;
  cleanUpSec: number;
  stages: NonNullable<RunnerOptions['stages']>;
  readSteps: NonNullable<RunnerOptions['readSteps']>;
  logger: Logger;
}): Runner {
  return startRunner({
    ...options,
    ...findStepSetup(options),
    machine: embeddedMachine,
    version: version.version,
  });
}
