import type { RunnerApi } from '@millrace/contract/runner';
import { type Clock, systemClock } from '@millrace/node-kit/clock';
import { createLogger, type Logger } from '@millrace/node-kit/logger';
import { readStageSteps } from '@millrace/pipeline';
import type { Engine } from './engines/engine.ts';
import type { StepAccount } from './engines/process/step-account.ts';
import { createEngines } from './engines/registry.ts';
import type { ReadSteps } from './plan/find-pipeline.ts';
import { defaultStageSettings, type StageSettings } from './plan/stage-settings.ts';
import { claimStages } from './run/claim-stages.ts';
import { KeptSteps } from './run/kept-steps.ts';
import { continueStage } from './run/orphaned-stages.ts';
import { runStage } from './run/run-stage.ts';
import { StageControl } from './run/stage-control.ts';
import type { StageRun } from './run/stage-run.ts';
import { Slots } from './shared/slots.ts';

export type { Engine } from './engines/engine.ts';
export { findStepSetup } from './engines/process/step-setup.ts';
export { createEngines } from './engines/registry.ts';

export interface RunnerOptions {
  api: RunnerApi;
  /** Name of this runner, shown by the server and passed to steps. */
  machine: string;
  /** Maximum number of running stages. */
  capacity: number;
  /** Accepts only stages that require exactly these labels. */
  labels?: Record<string, string>;
  /** Version of Millrace, reported to the server. */
  version?: string | undefined;
  /** Workspace folder. Each runner needs its own, because it clears the folder at its start. */
  workDir: string;
  /** Account of process steps; the runner's own by default. */
  account?: StepAccount | undefined;
  /** Folders hidden from process steps, if the system supports it. */
  hiddenDirs?: readonly string[] | undefined;
  /** Folders that are read-only for process steps, if the system supports it. */
  readOnlyDirs?: readonly string[] | undefined;
  logger?: Logger;
  clock?: Clock;
  /** Grace period of a step between TERM and KILL. */
  killGraceMs?: number;
  /** Maximum time that {@link Runner.stop} waits for the server to accept the last reports. */
  reportTimeoutMs?: number;
  /** Maximum size of a step's log, beyond which its middle is dropped; 50 MB by default. */
  maxLogBytes?: number;
  /** Maximum number of clone retries while the git server is unreachable; 4 by default. */
  cloneRetries?: number;
  /** Maximum seconds for all steps that run after a cancel or a timeout of their stage; 5 minutes by default. */
  cleanUpSec?: number;
  /** Settings of the operator for all stages. */
  stages?: StageSettings;
  /** Reads large pipeline files outside of this thread, so that they do not block the event loop. */
  readSteps?: ReadSteps;
  engines?: Engine[];
  /** Runs one stage and claims no more. */
  isOneShot?: boolean | undefined;
}

export interface Runner {
  /** Resolves once no stage is running and none will be claimed. */
  ended: Promise<void>;
  /** Stops claiming stages, and resolves once the running stages have finished. */
  drain(): Promise<void>;
  /** Stops claiming stages, kills the running ones, and resolves once they are reported and cleaned up. */
  stop(options?: { reason?: string }): Promise<void>;
}

/** Claims stages from the server and runs them until it is stopped. */
export function startRunner(options: RunnerOptions): Runner {
  const { api, machine, capacity, labels = {}, version } = options;
  const {
    logger = createLogger('silent'),
    clock = systemClock,
    maxLogBytes,
    cloneRetries,
    cleanUpSec,
  } = options;
  const { readSteps = async ({ config }, input) => readStageSteps(config, input) } = options;
  const { stages: settings = defaultStageSettings } = options;
  const { containers, kubernetes } = settings;
  const cluster = kubernetes && { settings: kubernetes, machine };
  const engines = options.engines ?? createEngines({ ...options, containers, kubernetes: cluster });
  const slots = new Slots(options.isOneShot ? 1 : capacity);
  const draining = new AbortController();
  /** Aborts when a runner of one stage has claimed it. */
  const oneShot = new AbortController();
  const controls = new Set<StageControl>();
  const keptSteps = new KeptSteps();
  let stopped: Promise<void> | undefined;
  const control = async (run: (stageRun: StageRun) => Promise<void>, engine: Engine) => {
    const own = new StageControl();
    controls.add(own);
    if (stopped) own.stop({ kind: 'runner-stopped' });
    if (options.isOneShot) oneShot.abort();
    const limits = { maxLogBytes, cloneRetries, cleanUpSec };
    const shared = { api, machine, clock, logger, keptSteps, readSteps, settings, ...limits };
    await run({ ...shared, engine, control: own, draining: draining.signal });
    controls.delete(own);
  };
  const loops = engines.map((engine) =>
    claimStages(
      { api, engine, machine, capacity, slots, labels, version, logger, clock },
      AbortSignal.any([draining.signal, oneShot.signal]),
      {
        run: (stage) => control((run) => runStage(stage, run), engine),
        adopt: (stage, orphaned) => control((run) => continueStage(stage, orphaned, run), engine),
      },
    ),
  );

  const stop = async (reason: string): Promise<void> => {
    logger.info({ reason, stages: controls.size }, 'stopping the runner');
    draining.abort();
    for (const control of controls) control.stop({ kind: 'runner-stopped' });
    const ended = new AbortController();
    void clock.wait(options.reportTimeoutMs ?? 15_000, ended.signal).then(() => {
      for (const control of controls) control.lose();
    });
    await Promise.all([...loops, keptSteps.end()]);
    ended.abort();
  };
  return {
    ended: Promise.all(loops).then(() => keptSteps.settle()),
    drain: async () => {
      logger.info({ stages: controls.size }, 'draining the runner: it claims no more stages');
      draining.abort();
      await Promise.all(loops);
      await keptSteps.end();
    },
    stop: ({ reason = 'asked to stop' } = {}) => {
      stopped ??= stop(reason);
      return stopped;
    },
  };
}
