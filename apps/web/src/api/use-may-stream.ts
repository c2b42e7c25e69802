import { useSyncExternalStore } from 'react';

/** Over HTTP/2 and HTTP/3, all tabs share one connection. */
export const sharesConnection = performance
  .getEntriesByType('navigation')
  .some((entry) => /^h[23]/.test((entry as PerformanceNavigationTiming).nextHopProtocol));

/**
 * Returns whether this tab may open a stream. Over HTTP/1.1, browsers open at most six connections to a
 * server for all tabs together, so that six streams would block every other request. Then only visible tabs
 * keep their stream.
 */
export function useMayStream(): boolean {
  return useSyncExternalStore(onVisibility, () => sharesConnection || !document.hidden);
}

function onVisibility(notify: () => void): () => void {
  document.addEventListener('visibilitychange', notify);
  return () => document.removeEventListener('visibilitychange', notify);
}
