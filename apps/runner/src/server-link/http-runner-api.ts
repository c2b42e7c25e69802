import {
  connectionCalls,
  createRunnerApi,
  type RunnerApi,
  runnerCalls,
} from '@millrace/contract/runner';
import type { ServerCalls } from './server-calls.ts';

export interface HttpRunnerApi extends RunnerApi {
  /** Reports the start of the runner: stages claimed by its previous start are lost. */
  ping(machine: string): Promise<void>;
}

/** Implements the runner interface over HTTP. */
export function createHttpRunnerApi(server: ServerCalls): HttpRunnerApi {
  return {
    ...createRunnerApi((name, input, signal) => server.call(runnerCalls[name], input, signal)),
    ping: (machine) => server.call(connectionCalls.ping, { body: { machine } }),
  };
}
