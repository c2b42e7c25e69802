export interface Waiting {
  /** Resolves with true after the event, or with false if the wait was canceled. */
  promise: Promise<boolean>;
  cancel(): void;
}

/**
 * Waits for an event. Subscribe first, then read what it concerns, so that no event is missed.
 *
 * @param listen subscribes, and returns the functions that unsubscribe
 */
export function waitForEvent(
  signal: AbortSignal,
  listen: (happened: () => void) => (() => void)[],
): Waiting {
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
