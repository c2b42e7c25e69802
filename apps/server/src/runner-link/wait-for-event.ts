import { once } from 'node:events';
import type { Events } from '../shared/events.ts';

export interface Waiting {
  /** True when the event came, false when the wait was ended. */
  promise: Promise<boolean>;
  cancel(): void;
}

/** Waits from this moment on, so that an event between a look and the wait is not missed. */
export function waitForStageQueued(events: Events, signal: AbortSignal): Waiting {
  const ended = new AbortController();
  const either = AbortSignal.any([signal, ended.signal]);
  const promise = once(events, 'stageQueued', { signal: either }).then(
    () => true,
    () => false,
  );
  return { promise, cancel: () => ended.abort() };
}

/** As {@link waitForStageQueued}, for the end of one build. */
export function waitForBuildEnd(events: Events, buildId: number, signal: AbortSignal): Waiting {
  let cancel = () => {};
  const promise = new Promise<boolean>((resolve) => {
    const onEnd = (end: { buildId: number }) => {
      if (end.buildId === buildId) settle(true);
    };
    const settle = (hasEnded: boolean) => {
      events.off('buildEnded', onEnd);
      signal.removeEventListener('abort', cancel);
      resolve(hasEnded);
    };
    cancel = () => settle(false);
    events.on('buildEnded', onEnd);
    signal.addEventListener('abort', cancel);
    if (signal.aborted) cancel();
  });
  return { promise, cancel };
}
