import { type RunnerApi, RunnerConflict } from '@millrace/contract/runner';
import type { Clock } from '@millrace/node-kit/clock';
import { orAbort } from '../shared/or-abort.ts';
import type { StageControl } from './stage-control.ts';

const errorPauseMs = 1000;
/** Minimum time between two requests. Prevents a busy loop if the server answers immediately. */
const minRoundMs = 100;

export interface CancelWatch {
  api: RunnerApi;
  buildId: number;
  control: StageControl;
  clock: Clock;
}

/**
 * Stops the stage once its build is cancelled, and again when the build finishes, which a stage that cleans up prevents
 * until a second cancel. Ends when `signal` aborts.
 */
export async function watchCancel(watch: CancelWatch, signal: AbortSignal): Promise<void> {
  const { api, buildId, control, clock } = watch;
  let isCancelled = false;
  while (!signal.aborted) {
    const startedAtMs = clock.nowMs();
    let pauseMs = 0;
    try {
      const query = isCancelled ? ({ until: 'finished' } as const) : {};
      const watching = api.watchBuild({ params: { build: buildId }, query }, signal);
      if (await orAbort(watching, signal)) {
        control.stop({ kind: 'cancelled' });
        if (isCancelled) return;
        isCancelled = true;
      }
      pauseMs = startedAtMs + minRoundMs - clock.nowMs();
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof RunnerConflict) {
        control.lose();
        return;
      }
      pauseMs = errorPauseMs;
    }
    if (pauseMs > 0) await clock.wait(pauseMs, signal);
  }
}
