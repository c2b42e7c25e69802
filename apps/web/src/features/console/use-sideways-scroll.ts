import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { LogEngine } from './engine/log-engine.ts';
import type { LogSearch } from './use-log-search.ts';

/**
 * Returns the width in pixels of the widest text rendered so far without wrapping, where characters are wider than one column.
 * It never shrinks while a log is open, so that the scrollbar does not jump. Scrolls the current match of a search into view.
 */
export function useSidewaysScroll(
  scroller: RefObject<HTMLElement | null>,
  engine: LogEngine,
  { found, current }: LogSearch,
  wraps: boolean,
): number {
  const [widest, setWidest] = useState({ engine, px: 0 });
  const revealed = useRef({ found, current });
  useLayoutEffect(() => {
    if (wraps || !scroller.current) return;
    let px = widest.engine === engine ? widest.px : 0;
    for (const text of scroller.current.querySelectorAll<HTMLElement>('[data-from]')) {
      px = Math.max(px, Math.ceil(text.getBoundingClientRect().width));
    }
    if (px !== widest.px || engine !== widest.engine) setWidest({ engine, px });
  });
  useLayoutEffect(() => {
    if (wraps || (revealed.current.found === found && revealed.current.current === current)) return;
    const match = scroller.current?.querySelector('[data-match="current"]');
    if (!match) return;
    revealed.current = { found, current };
    match.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  return widest.engine === engine ? widest.px : 0;
}
