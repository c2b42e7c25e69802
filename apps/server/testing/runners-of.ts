import type { RunnerCallHandlers } from '@millrace/build-host/runner-calls/runner-call';
import { createRunnerServices } from '../src/features/runners/runner-services.ts';
import type { TestServer } from './test-server.ts';

/** Creates the runner calls of a server, with a registry of their own. */
export function runnerCallsOf({
  core,
  ask,
  features,
}: Pick<TestServer, 'core' | 'ask' | 'features'>): RunnerCallHandlers {
  return createRunnerServices(core, ask, features.contributed).calls;
}
