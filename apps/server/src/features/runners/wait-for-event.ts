import { isFinished } from '@millrace/contract/vocabulary';
import type { Bus } from '../../shared/bus.ts';

export interface Waiting {
  /** True when it happened, false when the wait was ended. */
  promise: Promise<boolean>;
  cancel(): void;
}

/** Waits from this moment on, so that nothing between a look and the wait is missed. */
export function waitForQueue(bus: Bus, signal: AbortSignal): Waiting {
  return wait(signal, (happened) => [
    bus.subscribe('queueChanged', happened),
    bus.subscribe('newsMissed', happened),
    bus.subscribe('buildChanged', ({ freesQueue }) => {
      if (freesQueue) happened();
    }),
  ]);
}

/** As {@link waitForQueue}, for what may be the end of one build. */
export function waitForBuildEnd(bus: Bus, buildId: number, signal: AbortSignal): Waiting {
  return wait(signal, (happened) => [
    bus.subscribe('buildChanged', (change) => {
      if (change.buildId === buildId && isFinished(change.status)) happened();
    }),
    bus.subscribe('newsMissed', happened),
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
