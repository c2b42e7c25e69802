import type { RunnerCalls } from '../src/features/runners/runner-calls.ts';
import { createRunnerServices } from '../src/features/runners/runner-services.ts';
import type { TestServer } from './test-server.ts';

/** Creates the runner calls of a server, with a registry of their own. */
export function runnerCallsOf({ core, ports }: Pick<TestServer, 'core' | 'ports'>): RunnerCalls {
  return createRunnerServices(core, ports).calls;
}
