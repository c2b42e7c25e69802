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

/** Stops the stage once its build is cancelled; ends when `signal` aborts. */
export async function watchCancel(watch: CancelWatch, signal: AbortSignal): Promise<void> {
  const { api, buildId, control, clock } = watch;
  while (!signal.aborted) {
    const startedAtMs = clock.nowMs();
    let pauseMs = 0;
    try {
      if (await orAbort(api.watchBuild({ params: { build: buildId } }, signal), signal)) {
        control.stop({ kind: 'cancelled' });
        return;
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
