import { hostname } from 'node:os';
import type { RunnerApi } from '@millrace/contract/runner';
import { findStepSetup, type Runner, type RunnerOptions, startRunner } from '@millrace/runner';
import type { Logger } from './shared/logger.ts';
import { StartError } from './shared/start-error.ts';

/** Name under which the built-in runner claims stages. */
const embeddedMachine = `${hostname()}-built-in`;

/** The runner in the server's own process. */
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
  containerLimits: RunnerOptions['containerLimits'];
  readSteps: NonNullable<RunnerOptions['readSteps']>;
  logger: Logger;
}): Runner {
  return startRunner({ ...options, ...findSteps(options), machine: embeddedMachine });
}

function findSteps(
  configured: Parameters<typeof findStepSetup>[0],
): ReturnType<typeof findStepSetup> {
  try {
    return findStepSetup(configured);
  } catch (error) {
    // The runner has an error of its own for what the person who starts it has to change.
    throw new StartError(error instanceof Error ? error.message : String(error));
  }
}
