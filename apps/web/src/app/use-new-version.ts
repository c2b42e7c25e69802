import { useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import {
  isNewVersionRunning,
  reloadForNewVersion,
  subscribeToNewVersion,
} from '../lib/new-version.ts';

/**
 * Returns whether the server runs a newer version than this page. A page that could not reload at once,
 * because of unsaved input, reloads when the person opens another page.
 */
export function useNewVersion(): boolean {
  const isNew = useSyncExternalStore(subscribeToNewVersion, isNewVersionRunning);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: retries on each page
  useEffect(reloadForNewVersion, [pathname]);
  return isNew;
}
