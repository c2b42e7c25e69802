import { isFinished } from '@millrace/contract/vocabulary';
import type { Bus } from '../../shared/bus.ts';
import { type Waiting, waitForEvent } from '../../shared/wait-for-event.ts';

/** Waits for a change of the queue. Subscribe first, then read the queue, so that no change is missed. */
export function waitForQueue(bus: Bus, signal: AbortSignal): Waiting {
  return waitForEvent(signal, (happened) => [
    bus.subscribe('queueChanged', happened),
    bus.subscribe('eventsMissed', happened),
    bus.subscribe('buildChanged', ({ freesQueue }) => {
      if (freesQueue) happened();
    }),
  ]);
}

/** Same as {@link waitForQueue}, for a change that may finish one build. */
export function waitForBuildEnd(bus: Bus, buildId: number, signal: AbortSignal): Waiting {
  return waitForEvent(signal, (happened) => [
    bus.subscribe('buildChanged', (change) => {
      // A cancel frees the queue, even if stages still clean up.
      const mayEnd = change.freesQueue || isFinished(change.status);
      if (change.buildId === buildId && mayEnd) happened();
    }),
    bus.subscribe('eventsMissed', happened),
    bus.subscribe('buildDeleted', (deleted) => {
      if (deleted.buildId === buildId) happened();
    }),
  ]);
}
