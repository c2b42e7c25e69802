import type { Stage } from '@millrace/contract/api';
import { type RunnerApi, RunnerConflict, type StageFilter } from '@millrace/contract/runner';
import type { Clock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import type { Engine, EnginePlatform, OrphanedStages } from '../engines/engine.ts';
import { logRetry } from '../shared/log-retry.ts';
import { orAbort } from '../shared/or-abort.ts';
import { retry } from '../shared/retry.ts';
import type { Slots } from '../shared/slots.ts';
import { openEngine } from './open-engine.ts';
import { readOrphanedStages } from './orphaned-stages.ts';

export interface Claim {
  api: RunnerApi;
  engine: Engine;
  machine: string;
  capacity: number;
  /** One slot per unit of capacity, shared by all engines of the runner. */
  slots: Slots;
  labels: Record<string, string>;
  /** Version of Millrace, reported to the server. */
  version?: string | undefined;
  logger: Logger;
  clock: Clock;
}

export interface StageRunners {
  run(stage: Stage): Promise<void>;
  /** Continues a stage that an earlier start of this runner left behind. */
  adopt(stage: Stage, orphaned: OrphanedStages): Promise<void>;
}

const errorPauseMs = 1000;
/** Then the server has given the stage to another runner. */
const maxAcceptMs = 120_000;
/** Minimum time between two requests. Prevents a busy loop if the server answers immediately. */
const minRoundMs = 100;

/** Claims stages while slots are free, until `signal` aborts; resolves once all stages have finished. */
export async function claimStages(
  claim: Claim,
  signal: AbortSignal,
  { run, adopt }: StageRunners,
): Promise<void> {
  const { clock, slots } = claim;
  const running = new Set<Promise<void>>();
  const platform = await openEngine(claim, signal);
  const add = (work: Promise<void>) => {
    const task = work.finally(() => {
      running.delete(task);
      slots.release();
    });
    running.add(task);
  };
  const orphaned = platform && claim.engine.orphanedStages;
  if (orphaned) {
    for (const stage of await readOrphanedStages(orphaned, claim, signal)) {
      slots.take();
      add(adopt(stage, orphaned));
    }
  }
  const { engine, logger } = claim;
  const steps = platform && engine.describeSteps?.();
  // If steps can read the files of this process, so can everyone who may push to a repository.
  const level = engine.isolatesSteps?.() === false ? 'warn' : 'info';
  if (steps) logger[level]({ type: engine.type, steps }, 'isolation of steps');
  while (platform && !signal.aborted) {
    await slots.untilFree();
    if (signal.aborted) break;
    const startedAtMs = clock.nowMs();
    const stage = await claimStage(claim, platform, signal);
    if (stage) {
      add(run(stage));
      continue;
    }
    const pauseMs = startedAtMs + minRoundMs - clock.nowMs();
    if (pauseMs > 0) await clock.wait(pauseMs, signal);
  }
  await Promise.all(running);
}

/** A stage claimed by this runner, with its slot. */
async function claimStage(
  claim: Claim,
  platform: EnginePlatform,
  signal: AbortSignal,
): Promise<Stage | undefined> {
  const { api, slots, clock, logger } = claim;
  try {
    const stage = await orAbort(
      api.requestStage({ body: filterOf(claim, platform) }, signal),
      signal,
    );
    if (!stage || signal.aborted || !slots.tryTake()) return undefined;
    return await acceptStage(stage, claim, signal).catch((error: unknown) => {
      slots.release();
      throw error;
    });
  } catch (error) {
    if (signal.aborted || error instanceof RunnerConflict) return undefined;
    logRetry(logger, error, 'requesting a stage failed, retrying');
    await clock.wait(errorPauseMs, signal);
    return undefined;
  }
}

function filterOf(claim: Claim, platform: EnginePlatform): StageFilter {
  const { engine, labels, machine, capacity, version } = claim;
  const { type } = engine;
  const steps = engine.describeSteps?.();
  return { kind: 'pipeline', type, ...platform, labels, machine, capacity, steps, version };
}

/**
 * Claims the stage, and retries for a limited time if the response is lost, because the server may have assigned it
 * already.
 */
function acceptStage(stage: Stage, claim: Claim, signal: AbortSignal): Promise<Stage> {
  const { api, machine, clock, logger } = claim;
  return retry(() => api.acceptStage({ params: { stage: stage.id }, query: { machine } }), {
    clock,
    signal,
    isFinal: (error) => error instanceof RunnerConflict,
    maxMs: () => maxAcceptMs,
    onRetry: (error) => logRetry(logger, error, 'claiming the stage failed, retrying'),
  });
}
