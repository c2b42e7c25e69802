import { RunnerConflict } from '@millrace/contract/runner';
import type { Clock } from '@millrace/node-kit/clock';
import { errorMessage } from '@millrace/node-kit/error-message';
import { StartError } from '@millrace/node-kit/start-error';
import { ServerRefusal } from '../shared/server-refusal.ts';
import type { HttpRunnerApi } from './http-runner-api.ts';

export interface Connecting {
  api: Pick<HttpRunnerApi, 'ping'>;
  server: string;
  machine: string;
  clock: Clock;
  print: (line: string) => void;
}

const firstPauseMs = 1000;
const maxPauseMs = 10_000;

/**
 * Pings the server until it answers. Returns false if `signal` aborts; throws {@link StartError} for errors
 * that a retry cannot solve.
 */
export async function connect(options: Connecting, signal: AbortSignal): Promise<boolean> {
  const { api, server, machine, clock, print } = options;
  let lastReason = '';
  for (let pauseMs = firstPauseMs; !signal.aborted; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
    try {
      await api.ping(machine);
      return true;
    } catch (error) {
      if (error instanceof StartError) throw error;
      if (error instanceof RunnerConflict) throw new StartError(describeRevoked(server));
      throwIfPermanent(error, server);
      const reason = errorMessage(error);
      if (reason !== lastReason) print(`${reason}. Trying again until ${server} answers.`);
      lastReason = reason;
    }
    await clock.wait(pauseMs, signal);
  }
  return false;
}

/** Explains why a server rejects the credential of a runner. */
export function describeRevoked(server: string): string {
  return `${server} rejects the credential of this runner: it was revoked. Add the runner again, and set MILLRACE_RUNNER_TOKEN to its token.`;
}

function throwIfPermanent(error: unknown, server: string): void {
  if (!(error instanceof ServerRefusal)) return;
  switch (error.status) {
    case 401:
      throw new StartError(
        `${server} rejects the secret. MILLRACE_RPC_SECRET must be the same on both sides.`,
      );
    case 403:
      throw new StartError(
        `${server} does not accept this runner: ${error.reason}. Give it a one-time token in MILLRACE_RUNNER_TOKEN.`,
      );
    case 404:
      throw new StartError(
        `${server} does not accept runners. Set MILLRACE_SERVER to a Millrace server.`,
      );
  }
}
