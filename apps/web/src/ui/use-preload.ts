import { useEffect } from 'react';
import { logError } from '../lib/log-error.ts';

const delayMs = 1000;

/**
 * Loads a part one second after its button is mounted, so that it opens even if the server is down by then.
 * If the load fails, opening the part retries.
 */
export function usePreload(load: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => load().catch(logError), delayMs);
    return () => clearTimeout(timer);
  }, [load]);
}
