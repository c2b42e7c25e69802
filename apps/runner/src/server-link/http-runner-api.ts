import {
  connectionCalls,
  createRunnerApi,
  type RunnerApi,
  runnerCalls,
} from '@millrace/contract/runner';
import type { ServerCalls } from './server-calls.ts';
import { uploadLogs } from './upload-logs.ts';

/** A server that does not answer finds out by itself. */
const signOffTimeoutMs = 5000;

export interface HttpRunnerApi extends RunnerApi {
  /** Reports the start of the runner: stages claimed by its previous start are lost. */
  ping(machine: string): Promise<void>;
  /** Reports the end of the runner, which is then no longer listed as connected. */
  signOff(machine: string): Promise<void>;
}

/** Implements the runner interface over HTTP, for Millrace servers and original ones. */
export function createHttpRunnerApi(server: ServerCalls): HttpRunnerApi {
  const api = createRunnerApi((name, input, signal) =>
    server.call(runnerCalls[name], input, signal),
  );
  return {
    ...uploadLogs(api, () => server.isOriginal),
    ping: (machine) => server.call(connectionCalls.ping, { body: { machine } }),
    signOff: (machine) =>
      server.call(
        connectionCalls.removeNode,
        { params: { machine } },
        AbortSignal.timeout(signOffTimeoutMs),
      ),
  };
}
