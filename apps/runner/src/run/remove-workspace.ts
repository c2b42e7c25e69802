import { errorMessage } from '@millrace/node-kit/error-message';
import type { Workspace } from '../engines/engine.ts';
import { retry } from '../shared/retry.ts';
import type { StageRun } from './stage-run.ts';

/** Removes a workspace. If its engine cannot be reached, tries it until the runner stops; its next start does the rest. */
export async function removeWorkspace(
  workspace: Workspace,
  { stageId, hasLeftovers }: { stageId: number; hasLeftovers: boolean },
  {
    clock,
    logger,
    keptSteps,
    draining,
  }: Pick<StageRun, 'clock' | 'logger' | 'keptSteps' | 'draining'>,
): Promise<void> {
  const removeAll = async () => {
    if (hasLeftovers) await workspace.killLeftovers();
    await workspace.remove();
  };
  const warn = (error: unknown) => {
    const fields = { stageId, error: errorMessage(error) };
    logger.warn(fields, 'removing the workspace failed, retrying');
  };
  try {
    await removeAll();
  } catch (error) {
    warn(error);
    keptSteps.add(async (stopped) => {
      const signal = AbortSignal.any([stopped, draining]);
      const options = { clock, signal, isFinal: () => false, onRetry: warn };
      const maxMs = () => Number.POSITIVE_INFINITY;
      await retry(removeAll, { ...options, maxMs }).catch(() => undefined);
    });
  }
}
