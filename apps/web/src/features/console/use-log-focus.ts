import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { hasMark, logFocusState } from '../../lib/entry-marks.ts';

/** Moves the focus to the log, or to its pane until it has lines, where the way here asks for that. */
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
