import type { Stage } from '@millrace/contract/api';
import { FileRefusal, type RunnerApi } from '@millrace/contract/runner';
import type { Clock } from '@millrace/node-kit/clock';
import { errorMessage } from '@millrace/node-kit/error-message';
import type { Logger } from '@millrace/node-kit/logger';
import type { OrphanedStages } from '../engines/engine.ts';
import { logRetry } from '../shared/log-retry.ts';
import { retry } from '../shared/retry.ts';
import { runStage } from './run-stage.ts';
import type { StageRun } from './stage-run.ts';

interface Reading {
  api: RunnerApi;
  machine: string;
  clock: Clock;
  logger: Logger;
}

/** Returns the stages that the server still expects of this runner, and removes all others. */
export async function readOrphanedStages(
  orphaned: OrphanedStages,
  { api, machine, clock, logger }: Reading,
  signal: AbortSignal,
): Promise<Stage[]> {
  const ids = orphaned.take();
  if (!ids) return [];
  try {
    const claims = await retry(() => listClaims(api, machine, signal), {
      clock,
      signal,
      isFinal: () => false,
      maxMs: () => Number.POSITIVE_INFINITY,
      onRetry: (error) => logRetry(logger, error, 'reading the claimed stages failed, retrying'),
    });
    const expected = new Set(claims.map(({ id }) => id));
    await Promise.all(ids.filter((id) => !expected.has(id)).map((id) => orphaned.remove(id)));
    return claims;
  } catch (error) {
    if (!signal.aborted) logger.warn({ error: errorMessage(error) }, 'removing old stages failed');
    return [];
  }
}

/** Servers without this call have given the stages up. */
async function listClaims(api: RunnerApi, machine: string, signal: AbortSignal): Promise<Stage[]> {
  try {
    return await api.listClaims({ query: { machine } }, signal);
  } catch (error) {
    if (error instanceof FileRefusal) return [];
    throw error;
  }
}

/** Continues a stage that an earlier start of this runner left behind. One that had not begun begins now. */
export async function continueStage(
  stage: Stage,
  orphaned: OrphanedStages,
  run: StageRun,
): Promise<void> {
  const { id: stageId, status } = stage;
  run.logger.info({ stageId, status }, 'continuing a stage of before the restart');
  if (status === 'running') return runStage(stage, { ...run, orphaned });
  try {
    await orphaned.remove(stageId);
  } catch (error) {
    run.logger.warn({ stageId, error: errorMessage(error) }, 'removing the old workspace failed');
  }
  await runStage(stage, run);
}
