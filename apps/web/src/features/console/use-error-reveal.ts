import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';
import { errorRevealState, hasMark } from '../../lib/entry-marks.ts';
import type { LogState } from './engine/log-state.ts';

/** Scrolls to the first error once the log is loaded, if the history entry requests that. */
export function useErrorReveal(
  log: LogState,
  isEnabled: boolean,
  goTo: (line: number) => void,
): void {
  const { state, key } = useLocation();
  const done = useRef('');
  const reveal = useEffectEvent(goTo);
  const { firstError, isComplete } = log;
  const isReady = isEnabled && isComplete && firstError >= 0 && hasMark(state, errorRevealState);
  useEffect(() => {
    if (!isReady || done.current === key) return;
    done.current = key;
    reveal(firstError);
  }, [isReady, key, firstError]);
}
