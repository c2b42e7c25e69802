import { useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import {
  isNewVersionRunning,
  reloadForNewVersion,
  subscribeToNewVersion,
} from '../lib/new-version.ts';

/**
 * Returns whether the server runs a newer version than this page. A page that could not reload at once, because of
 * something typed, does so when the person goes to another page.
 */
export function useNewVersion(): boolean {
  const isNew = useSyncExternalStore(subscribeToNewVersion, isNewVersionRunning);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another chance
  useEffect(reloadForNewVersion, [pathname]);
  return isNew;
}
