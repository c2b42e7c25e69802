import { useEffect } from 'react';
import { logError } from '../lib/log-error.ts';

const delayMs = 1000;

/**
 * Loads a part shortly after its button is on the page, when the page itself has loaded. What is opened while the
 * server is down can then say so itself. If the load fails, opening the part tries again.
 */
export function usePreload(load: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => load().catch(logError), delayMs);
    return () => clearTimeout(timer);
  }, [load]);
}
