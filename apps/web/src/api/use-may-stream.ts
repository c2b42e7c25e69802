import { useSyncExternalStore } from 'react';

/** Over HTTP/2 and 3 one connection carries what all tabs hold open. */
const sharesConnection = performance
  .getEntriesByType('navigation')
  .some((entry) => /^h[23]/.test((entry as PerformanceNavigationTiming).nextHopProtocol));

/**
 * Whether this tab may hold a stream open. Over HTTP/1.1 browsers have six connections to a server for all
 * tabs together, and with as many streams no page would load any more: only tabs in view hold theirs.
 */
export function useMayStream(): boolean {
  return useSyncExternalStore(onVisibility, () => sharesConnection || !document.hidden);
}

function onVisibility(notify: () => void): () => void {
  document.addEventListener('visibilitychange', notify);
  return () => document.removeEventListener('visibilitychange', notify);
}
