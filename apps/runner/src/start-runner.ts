import type { RunnerApi } from '@millrace/contract/runner';
import type { Engine } from './engines/engine.ts';
import { createEngines } from './engines/registry.ts';
import { claimStages } from './run/claim-stages.ts';
import { runStage } from './run/run-stage.ts';
import { StageControl } from './run/stage-control.ts';
import { type Clock, systemClock } from './shared/clock.ts';
import { type Logger, silentLogger } from './shared/logger.ts';

export type { Clock } from './shared/clock.ts';
export type { Logger } from './shared/logger.ts';

export interface RunnerOptions {
  api: RunnerApi;
  /** Name under which the server and the steps know this runner. */
  machine: string;
  /** How many stages may run at once, for each engine. */
  capacity: number;
  /** Where the workspaces go. No two runners may share it: each clears it at its start. */
  workDir: string;
  logger?: Logger;
  clock?: Clock;
  /** How long a step may take to end after it was asked to. */
  killGraceMs?: number;
  /** How long {@link Runner.stop} waits for a server that does not take the last reports. */
  reportTimeoutMs?: number;
  engines?: Engine[];
}

export interface Runner {
  /** Claims no more, kills what runs, and resolves once that is reported and cleaned up. */
  stop(options?: { reason?: string }): Promise<void>;
}

/** Takes stages from the server and carries them out until it is stopped. */
export function startRunner(options: RunnerOptions): Runner {
  const { api, machine, capacity, logger = silentLogger, clock = systemClock } = options;
  const engines = options.engines ?? createEngines(options);
  const stopping = new AbortController();
  const controls = new Set<StageControl>();
  const loops = engines.map((engine) =>
    claimStages(
      { api, engine, machine, capacity, logger, clock },
      stopping.signal,
      async (stage) => {
        const control = new StageControl();
        controls.add(control);
        if (stopping.signal.aborted) control.stop({ kind: 'runner-stopped' });
        await runStage(stage, { api, engine, machine, control, clock, logger });
        controls.delete(control);
      },
    ),
  );

  const stop = async (reason: string): Promise<void> => {
    logger.info({ reason, stages: controls.size }, 'the runner stops');
    stopping.abort();
    for (const control of controls) control.stop({ kind: 'runner-stopped' });
    const ended = new AbortController();
    void clock.wait(options.reportTimeoutMs ?? 15_000, ended.signal).then(() => {
      for (const control of controls) control.lose();
    });
    await Promise.all(loops);
    ended.abort();
  };
  let stopped: Promise<void> | undefined;
  return {
    stop: ({ reason = 'asked to stop' } = {}) => {
      stopped ??= stop(reason);
      return stopped;
    },
  };
}
