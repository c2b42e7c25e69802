import {
  connectionCalls,
  createRunnerApi,
  type RunnerApi,
  runnerCalls,
} from '@millrace/contract/runner';
import type { ServerCalls } from './server-calls.ts';
import { uploadLogs } from './upload-logs.ts';

export interface HttpRunnerApi extends RunnerApi {
  /** Reports the start of the runner: stages claimed by its previous start are lost. */
  ping(machine: string): Promise<void>;
}

/** Implements the runner interface over HTTP, for Millrace servers and original ones. */
export function createHttpRunnerApi(server: ServerCalls): HttpRunnerApi {
  const api = createRunnerApi((name, input, signal) =>
    server.call(runnerCalls[name], input, signal),
  );
  return {
    ...uploadLogs(api, () => server.isOriginal),
    ping: (machine) => server.call(connectionCalls.ping, { body: { machine } }),
  };
}
