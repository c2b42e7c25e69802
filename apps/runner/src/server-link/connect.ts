import type { Clock } from '../shared/clock.ts';
import { errorMessage } from '../shared/error-message.ts';
import { StartError } from '../shared/start-error.ts';
import type { HttpRunnerApi } from './http-runner-api.ts';
import { ServerRefusal } from './server-refusal.ts';

export interface Connecting {
  api: Pick<HttpRunnerApi, 'ping'>;
  server: string;
  machine: string;
  clock: Clock;
  say: (line: string) => void;
}

const firstPauseMs = 1000;
const longestPauseMs = 10_000;

/**
 * Pings until the server answers. False when `signal` ended that; throws {@link StartError} where
 * waiting cannot help.
 */
export async function connect(options: Connecting, signal: AbortSignal): Promise<boolean> {
  const { api, server, machine, clock, say } = options;
  let lastReason = '';
  for (
    let pauseMs = firstPauseMs;
    !signal.aborted;
    pauseMs = Math.min(pauseMs * 2, longestPauseMs)
  ) {
    try {
      await api.ping(machine);
      return true;
    } catch (error) {
      refuseHopeless(error, server);
      const reason = errorMessage(error);
      if (reason !== lastReason) say(`${reason}. Trying again until ${server} answers.`);
      lastReason = reason;
    }
    await clock.wait(pauseMs, signal);
  }
  return false;
}

function refuseHopeless(error: unknown, server: string): void {
  if (!(error instanceof ServerRefusal)) return;
  switch (error.status) {
    case 401:
      throw new StartError(
        `${server} refuses the secret. MILLRACE_RPC_SECRET must be the same here and there.`,
      );
    case 403:
      throw new StartError(
        `${server} takes no remote runners. Set MILLRACE_RPC_SECRET there, and start it again.`,
      );
    case 404:
      throw new StartError(`${server} is no server for runners. MILLRACE_SERVER must name one.`);
  }
}
