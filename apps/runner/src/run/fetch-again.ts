import { isFinished } from '@millrace/contract/vocabulary';
import type { Clock } from '@millrace/node-kit/clock';
import type { Workspace } from '../engines/engine.ts';
import type { StagePlan } from '../plan/stage-plan.ts';
import { InfrastructureFailure } from '../shared/infrastructure-failure.ts';
import type { EarlierSteps } from './earlier-steps.ts';
import { runWithRetries } from './retry-step.ts';

interface Fetching {
  workspace: Workspace;
  earlier: EarlierSteps;
  clock: Clock;
  cloneRetries?: number | undefined;
}

/** Maximum length of the message of git in an error. */
const maxMessageLength = 300;

/** Fetches the sources for a new workspace if an earlier runner had fetched them for its own. */
export async function fetchAgain(
  plan: StagePlan,
  { workspace, earlier, clock, cloneRetries }: Fetching,
  signal: AbortSignal,
): Promise<void> {
  if (workspace.orphanedSteps) return;
  for (const step of plan.steps) {
    const { number, container, fileWork } = step;
    const isFetched =
      !container && !fileWork && isFinished(earlier.get(number)?.status ?? 'pending');
    if (!isFetched) continue;
    // The step has its log from the first time.
    let printed = '';
    const log = {
      write: async (chunk: Uint8Array) => {
        printed = (printed + Buffer.from(chunk).toString()).slice(-maxMessageLength);
      },
      addNote: async () => undefined,
    };
    // The server may be starting at the same time, as after an update.
    const retrying = { log, clock, signal, retries: cloneRetries };
    const { status } = await runWithRetries(step, retrying, async (tried, output) => {
      const { name, commands, environment } = tried;
      const spec = { number, name, commands, environment };
      const { exitCode } = await workspace.runStep(spec, output, signal);
      return { status: exitCode === 0 ? 'success' : 'failure', exit_code: exitCode };
    });
    if (status === 'success' || signal.aborted) continue;
    const reason = printed.trim().split('\n').at(-1);
    const message = `The runner restarted, and could not fetch the sources again: ${reason}`;
    throw new InfrastructureFailure('runner', message);
  }
}
