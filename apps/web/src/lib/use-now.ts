import { useSyncExternalStore } from 'react';

/** One timer for every clock of a given pace on the page, so that they all tick together. */
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

/** Unix seconds, ticking each second while `active`; without it no timer runs and 0 comes back. */
export function useNowSec(active: boolean): number {
  const clock = active ? secondClock : stopped;
  return useSyncExternalStore(clock.subscribe, clock.read);
}

/** Unix seconds at the pace that relative times need. */
export function useSlowNowSec(): number {
  return useSyncExternalStore(minuteClock.subscribe, minuteClock.read);
}

function readSec(): number {
  return Math.floor(Date.now() / 1000);
}
