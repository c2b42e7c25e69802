import type { KnownRunner } from '@millrace/build-rules';
import type { RunnerApi } from '@millrace/contract/runner';
import { Port } from '../../port.ts';

/** Runners, and their calls. */
export interface RunnersPort {
  listKnownRunners: () => Promise<KnownRunner[]>;
  /** Returns whether other runners than embedded ones may connect. */
  mayRemoteConnect: () => Promise<boolean>;
  /** Creates the API for the embedded runner. `runner` is the runner id of its claims. */
  openRunnerApi: (runner: string) => RunnerApi;
}

export const runnersPort = new Port<RunnersPort>('runners');
