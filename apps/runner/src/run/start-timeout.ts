import type { Clock } from '@millrace/node-kit/clock';

/** Calls a function after this time, unless `finished` aborts first; 0 seconds are no limit. */
export function startTimeout(
  seconds: number,
  { clock, finished }: { clock: Clock; finished: AbortSignal },
  onTimeout: () => void,
): void {
  if (seconds <= 0) return;
  void clock.wait(seconds * 1000, finished).then(() => {
    if (!finished.aborted) onTimeout();
  });
}
