import { readStageSteps } from '@millrace/contract/pipeline';
import type { RunnerApi } from '@millrace/contract/runner';
import type { ContainerLimits } from './engines/docker/container-limits.ts';
import type { Engine } from './engines/engine.ts';
import type { StepAccount } from './engines/process/step-account.ts';
import { createEngines } from './engines/registry.ts';
import type { ReadSteps } from './plan/find-pipeline.ts';
import { claimStages } from './run/claim-stages.ts';
import { runStage } from './run/run-stage.ts';
import { StageControl } from './run/stage-control.ts';
import { type Clock, systemClock } from './shared/clock.ts';
import { type Logger, silentLogger } from './shared/logger.ts';
import { Slots } from './shared/slots.ts';

export { findStepSetup } from './engines/process/step-setup.ts';
export type { Clock } from './shared/clock.ts';
export type { Logger } from './shared/logger.ts';

export interface RunnerOptions {
  api: RunnerApi;
  /** Name under which the server and the steps know this runner. */
  machine: string;
  /** How many stages may run at once. */
  capacity: number;
  /** Takes only stages that ask for exactly these. */
  labels?: Record<string, string>;
  /** Where the workspaces go. No two runners may share it: each clears it at its start. */
  workDir: string;
  /** As whom steps run as processes; the runner's own account where nothing is said. */
  account?: StepAccount | undefined;
  /** The folders that these steps may not see, where this system lets them have a view of their own. */
  hiddenDirs?: readonly string[] | undefined;
  /** The folders that they may not write to, likewise. */
  readOnlyDirs?: readonly string[] | undefined;
  logger?: Logger;
  clock?: Clock;
  /** How long a step may take to end after it was asked to. */
  killGraceMs?: number;
  /** How long {@link Runner.stop} waits for a server that does not take the last reports. */
  reportTimeoutMs?: number;
  /** Of a step's longer log the middle is left out; 50 MB where nothing is said. */
  maxLogBytes?: number;
  /** How often a clone is tried again while the git server is away; 4 times where nothing is said. */
  cloneRetries?: number;
  /** Bounds of each container. */
  containerLimits?: ContainerLimits | undefined;
  /** Where reading a large pipeline file would keep others waiting, reads it elsewhere. */
  readSteps?: ReadSteps;
  engines?: Engine[];
}

export interface Runner {
  /** Claims no more, and resolves once what runs has come to its own end. */
  drain(): Promise<void>;
  /** Claims no more, kills what runs, and resolves once that is reported and cleaned up. */
  stop(options?: { reason?: string }): Promise<void>;
}

/** Takes stages from the server and carries them out until it is stopped. */
export function startRunner(options: RunnerOptions): Runner {
  const { api, machine, capacity, labels = {} } = options;
  const { logger = silentLogger, clock = systemClock, maxLogBytes, cloneRetries } = options;
  const { readSteps = async ({ config }, input) => readStageSteps(config, input) } = options;
  const engines = options.engines ?? createEngines(options);
  const slots = new Slots(capacity);
  const draining = new AbortController();
  const controls = new Set<StageControl>();
  let stopped: Promise<void> | undefined;
  const loops = engines.map((engine) =>
    claimStages(
      { api, engine, machine, capacity, slots, labels, logger, clock },
      draining.signal,
      async (stage) => {
        const control = new StageControl();
        controls.add(control);
        if (stopped) control.stop({ kind: 'runner-stopped' });
        await runStage(stage, {
          api,
          engine,
          machine,
          control,
          clock,
          logger,
          readSteps,
          maxLogBytes,
          cloneRetries,
        });
        controls.delete(control);
      },
    ),
  );

  const stop = async (reason: string): Promise<void> => {
    logger.info({ reason, stages: controls.size }, 'the runner stops');
    draining.abort();
    for (const control of controls) control.stop({ kind: 'runner-stopped' });
    const ended = new AbortController();
    void clock.wait(options.reportTimeoutMs ?? 15_000, ended.signal).then(() => {
      for (const control of controls) control.lose();
    });
    await Promise.all(loops);
    ended.abort();
  };
  return {
    drain: async () => {
      logger.info({ stages: controls.size }, 'the runner claims no more stages');
      draining.abort();
      await Promise.all(loops);
    },
    stop: ({ reason = 'asked to stop' } = {}) => {
      stopped ??= stop(reason);
      return stopped;
    },
  };
}
