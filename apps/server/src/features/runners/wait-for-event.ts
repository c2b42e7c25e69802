import { isFinished } from '@millrace/contract/vocabulary';
import type { Bus } from '../../shared/bus.ts';

export interface Waiting {
  /** Resolves with true after the event, or with false if the wait was canceled. */
  promise: Promise<boolean>;
  cancel(): void;
}

/** Waits for a change of the queue. Subscribe first, then read the queue, so that no change is missed. */
export function waitForQueue(bus: Bus, signal: AbortSignal): Waiting {
  return wait(signal, (happened) => [
    bus.subscribe('queueChanged', happened),
    bus.subscribe('eventsMissed', happened),
    bus.subscribe('buildChanged', ({ freesQueue }) => {
      if (freesQueue) happened();
    }),
  ]);
}

/** Same as {@link waitForQueue}, for a change that may finish one build. */
export function waitForBuildEnd(bus: Bus, buildId: number, signal: AbortSignal): Waiting {
  return wait(signal, (happened) => [
    bus.subscribe('buildChanged', (change) => {
      if (change.buildId === buildId && isFinished(change.status)) happened();
    }),
    bus.subscribe('eventsMissed', happened),
    bus.subscribe('buildDeleted', (deleted) => {
      if (deleted.buildId === buildId) happened();
    }),
  ]);
}

function wait(signal: AbortSignal, listen: (happened: () => void) => (() => void)[]): Waiting {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const endings = listen(() => settle(true));
  const cancel = () => settle(false);
  const settle = (hasHappened: boolean) => {
    for (const end of endings.splice(0)) end();
    signal.removeEventListener('abort', cancel);
    resolve(hasHappened);
  };
  signal.addEventListener('abort', cancel);
  if (signal.aborted) cancel();
  return { promise, cancel };
}
