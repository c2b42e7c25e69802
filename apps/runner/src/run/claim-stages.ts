import type { Stage } from '@millrace/contract/api';
import { type RunnerApi, RunnerConflict, type StageFilter } from '@millrace/contract/runner';
import type { Engine } from '../engines/engine.ts';
import type { Clock } from '../shared/clock.ts';
import { errorMessage } from '../shared/error-message.ts';
import type { Logger } from '../shared/logger.ts';
import { orAbort } from '../shared/or-abort.ts';
import { Slots } from '../shared/slots.ts';

export interface Claim {
  api: RunnerApi;
  engine: Engine;
  machine: string;
  capacity: number;
  logger: Logger;
  clock: Clock;
}

const errorPauseMs = 1000;
/** An empty answer that comes at once must not make the loop spin. */
const shortestRoundMs = 100;

/** Claims stages while there is room, until `signal` aborts; resolves once all of them have ended. */
export async function claimStages(
  claim: Claim,
  signal: AbortSignal,
  run: (stage: Stage) => Promise<void>,
): Promise<void> {
  const { engine, clock, logger } = claim;
  const slots = new Slots(claim.capacity);
  const running = new Set<Promise<void>>();
  await recover(engine, logger);
  while (!signal.aborted) {
    await slots.take();
    if (signal.aborted) break;
    const startedAtMs = clock.nowMs();
    const stage = await claimStage(claim, signal);
    if (stage) {
      const task = run(stage).finally(() => {
        running.delete(task);
        slots.release();
      });
      running.add(task);
      continue;
    }
    slots.release();
    const pauseMs = startedAtMs + shortestRoundMs - clock.nowMs();
    if (pauseMs > 0) await clock.wait(pauseMs, signal);
  }
  await Promise.all(running);
}

async function claimStage(claim: Claim, signal: AbortSignal): Promise<Stage | undefined> {
  const { api, engine, machine, clock, logger } = claim;
  const filter: StageFilter = {
    kind: 'pipeline',
    type: engine.type,
    os: engine.os,
    arch: engine.arch,
  };
  try {
    const stage = await orAbort(api.requestStage(filter, signal), signal);
    if (!stage || signal.aborted) return undefined;
    return await api.acceptStage(stage.id, machine);
  } catch (error) {
    if (signal.aborted || error instanceof RunnerConflict) return undefined;
    logger.warn({ error: errorMessage(error) }, 'the server gave no stage, asking again');
    await clock.wait(errorPauseMs, signal);
    return undefined;
  }
}

async function recover(engine: Engine, logger: Logger): Promise<void> {
  try {
    await engine.recover();
  } catch (error) {
    logger.warn({ error: errorMessage(error) }, 'left-over workspaces could not be removed');
  }
}
