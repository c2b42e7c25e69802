import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { hasMark, logFocusState } from '../../lib/entry-marks.ts';

/** Focuses the log, or its pane until the log has lines, if the history entry requests that. */
export function useLogFocus(pane: RefObject<HTMLElement | null>, hasLines: boolean): void {
  const { state, key } = useLocation();
  const done = useRef('');
  useEffect(() => {
    const element = pane.current;
    if (!element || !hasMark(state, logFocusState) || done.current === key) return;
    const log = hasLines ? element.querySelector<HTMLElement>('[role=log]') : null;
    if (log) done.current = key;
    (log ?? element).focus({ preventScroll: true });
  }, [pane, hasLines, state, key]);
}
