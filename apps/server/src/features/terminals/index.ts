import type { CreateFeature } from '../../feature.ts';
import { RepeatedJob } from '../../jobs/repeated-job.ts';
import { EndKeptSteps } from './end-kept-steps.ts';
import { RunnerTerminals } from './runner-terminals.ts';
import { registerTerminalRoutes } from './terminal-routes.ts';
import { TerminalStore } from './terminal-store.ts';

/** Terminals in the environments of failed steps, which runners keep for a while. */
export const terminals: CreateFeature = (core) => {
  const { bus, config, logger } = core;
  const ending = new EndKeptSteps(core);
  const calls = new RunnerTerminals({ ...core, ending, keptSec: config.terminalMinutes * 60 });
  let unsubscribe: (() => void) | undefined;
  return {
    owns: ['kept_steps', 'terminals', 'terminal_orders', 'terminal_output', 'terminal_settings'],
    ports: {
      keepsFailedSteps: (repo, sourceRepo) => calls.keepsFailed(repo, sourceRepo),
      listHeldStages: async () => new Set(await new TerminalStore(core.db).listStages()),
      keepStep: (step, runner) => calls.keep(step, runner),
      watchKeptStep: (step, after, signal) => calls.watch(step, after, signal),
      endKeptStepsOf: (isGone) => ending.endKeptOf(isGone),
      endOpenTerminalsOf: (hasRestarted) => ending.endOpenOf(hasRestarted),
      releaseStep: (step) => calls.release(step),
      addTerminalOutput: (step, terminalId, piece) => calls.addOutput(step, terminalId, piece),
      endTerminal: (step, terminalId, end) => calls.endTerminal(step, terminalId, end),
    },
    addRoutes: ({ api }) => registerTerminalRoutes(api, { ...core, ending }),
    jobs: {
      endKeptSteps: new RepeatedJob({
        ...core,
        everyMs: 15_000,
        failure: 'Kept steps could not be ended',
        work: () => ending.checkAll(),
      }),
    },
    // Not before: commands change permissions too, and close the database at once. The job finds their changes.
    start: async () => {
      unsubscribe = bus.subscribe('accessChanged', (change) => {
        ending.endRevoked(change).catch((error: unknown) => {
          const failure = 'Terminals of people without permission could not be closed';
          logger.error({ err: error }, failure);
        });
      });
    },
    stop: async () => unsubscribe?.(),
  };
};
