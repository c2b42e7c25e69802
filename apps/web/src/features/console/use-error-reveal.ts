import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';
import { errorRevealState, hasMark } from '../../lib/entry-marks.ts';
import type { ShownError } from './use-first-error.ts';

/** Scrolls to the first error once it is known, if the history entry requests that. */
export function useErrorReveal(
  { line, isFinal }: ShownError,
  isEnabled: boolean,
  goTo: (line: number) => void,
): void {
  const { state, key } = useLocation();
  const done = useRef('');
  const reveal = useEffectEvent(goTo);
  const isReady = isEnabled && isFinal && line >= 0 && hasMark(state, errorRevealState);
  useEffect(() => {
    if (!isReady || done.current === key) return;
    done.current = key;
    reveal(line);
  }, [isReady, key, line]);
}
