import type { Clock } from '@millrace/node-kit/clock';

/**
 * Calls a function after this time, of which a part may be spent, unless `finished` aborts first; 0 seconds are no
 * limit.
 */
export function startTimeout(
  seconds: number,
  { clock, finished, spentSec = 0 }: { clock: Clock; finished: AbortSignal; spentSec?: number },
  onTimeout: () => void,
): void {
  if (seconds <= 0) return;
  void clock.wait(Math.max(0, seconds - spentSec) * 1000, finished).then(() => {
    if (!finished.aborted) onTimeout();
  });
}
