import { useSyncExternalStore } from 'react';

/** Creates a clock with one timer for all its subscribers, so that they update together. */
function createClock(intervalMs: number) {
  const listeners = new Set<() => void>();
  let nowSec = readSec();
  let timer: ReturnType<typeof setInterval> | undefined;
  const tick = () => {
    nowSec = readSec();
    for (const listener of listeners) listener();
  };
  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      timer ??= setInterval(tick, intervalMs);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    read() {
      if (!timer) nowSec = readSec();
      return nowSec;
    },
  };
}

const secondClock = createClock(1000);
const minuteClock = createClock(15_000);
const stopped = { subscribe: () => () => {}, read: () => 0 };

/** Returns Unix seconds, updated each second. If not `active`, returns 0 and runs no timer. */
export function useNowSec(active: boolean): number {
  const clock = active ? secondClock : stopped;
  return useSyncExternalStore(clock.subscribe, clock.read);
}

/** Returns Unix seconds, updated every 15 seconds, for relative times. */
export function useSlowNowSec(): number {
  return useSyncExternalStore(minuteClock.subscribe, minuteClock.read);
}

function readSec(): number {
  return Math.floor(Date.now() / 1000);
}
