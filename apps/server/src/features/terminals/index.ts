import type { Build } from '@millrace/contract/api';
import type { StageInputs, StageOfBuild } from '../../contributions.ts';
import type { CreateFeature } from '../../feature.ts';
import { RepeatedJob } from '../../jobs/repeated-job.ts';
import { deleteRecordings } from './delete-recordings.ts';
import { EndKeptSteps } from './end-kept-steps.ts';
import { InputSender } from './input-sender.ts';
import { OutputStore } from './output-store.ts';
import { RunnerTerminals } from './runner-terminals.ts';
import { registerTerminalRoutes } from './terminal-routes.ts';
import { TerminalStore } from './terminal-store.ts';

/** Terminals in the environments of failed steps, which runners keep for a while. */
export const terminals: CreateFeature = (core, _ask, contributed) => {
  const { bus, config, logger } = core;
  const ending = new EndKeptSteps({ ...core, contributed });
  const calls = new RunnerTerminals({ ...core, ending, keptSec: config.terminalMinutes * 60 });
  const inputs = new InputSender(bus);
  let unsubscribe: (() => void) | undefined;
  return {
    owns: {
      kept_steps: 'build',
      terminals: 'MILLRACE_TERMINAL_DAYS',
      terminal_output: 'MILLRACE_TERMINAL_DAYS',
      terminal_settings: 'repository',
    },
    stageInputs: async ({ repo, build, stage }) =>
      (await calls.keepsFailed(repo, build.source_repo))
        ? { keepsFailed: true, ...pauseOf(build, stage) }
        : {},
    keepsFailedSteps: (repo, sourceRepo) => calls.keepsFailed(repo, sourceRepo),
    pausedStages: () => new TerminalStore(core.db).listStages(),
    stepCalls: {
      afterEnd: {
        keepStep: (step, { caller }) => calls.keep(step, caller.runner),
        watchKeptStep: (step, { body, signal }) => calls.watch(step, body.open, signal),
        releaseStep: (step) => calls.release(step),
        sendTerminalOutput: (step, { params, body }) =>
          calls.addOutput(step, params.terminal, body),
        endTerminal: (step, { params, body }) => calls.endTerminal(step, params.terminal, body),
      },
    },
    agedData: {
      content: 'recordings',
      days: config.terminalDays,
      measure: () => new OutputStore(core.db).measure(),
    },
    onRunnersGone: (isGone) => ending.endKeptOf(isGone),
    onRunnersRestarted: (hasRestarted) => ending.endOpenOf(hasRestarted),
    addRoutes: ({ api, sockets }) =>
      registerTerminalRoutes(api, { ...core, ending, inputs, sockets }),
    personData: ({ id }) => ({
      terminals: async function* () {
        yield* await new TerminalStore(core.db).listOfUser(id);
      },
    }),
    forgetPerson: ({ login }) => new TerminalStore(core.db).replaceLogin(login),
    jobs: {
      endKeptSteps: new RepeatedJob({
        ...core,
        everyMs: 15_000,
        failure: 'Kept steps could not be ended',
        work: () => ending.checkAll(),
      }),
      deleteRecordings: new RepeatedJob({
        ...core,
        everyMs: 3_600_000,
        failure: 'Old recordings of terminals could not be deleted',
        work: (stopped) => deleteRecordings(core, stopped),
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

/** Returns the step of the stage before which the build pauses. A stage that is repeated was asked for its result. */
function pauseOf(
  { pause_before: pause }: Build,
  { name, attempt }: StageOfBuild['stage'],
): Pick<StageInputs, 'pauseBefore'> {
  return pause?.stage === name && attempt === 1 ? { pauseBefore: pause.step } : {};
}
