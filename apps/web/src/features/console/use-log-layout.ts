import {
  type RefObject,
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { LogEngine } from './engine/log-engine.ts';
import type { LogState } from './engine/log-state.ts';
import type { RowMap } from './engine/row-map.ts';
import {
  type Layout,
  layOut,
  placeAt,
  placeToShow,
  rowHeight,
  type ScrollPlace,
} from './log-scroll.ts';
import type { ConsoleSettings } from './use-console-settings.ts';
import type { LogSize } from './use-log-size.ts';
import { usePrinting } from './use-printing.ts';

export interface LogLayoutOptions {
  engine: LogEngine;
  scroller: RefObject<HTMLElement | null>;
  size: LogSize;
  /** Whether the step is writing lines. */
  isLive: boolean;
  settings: ConsoleSettings;
  /** Whether the log initially shows its end. */
  opensAtEnd: boolean;
  /** Lines that are always rendered. */
  pinned: readonly number[];
  /** Line to scroll into view; a new object for each request. */
  target: { line: number } | null;
  /** Receives the first visible line. */
  topLine: RefObject<number>;
}

export interface LogLayout extends Layout {
  state: LogState;
  isFollowing: boolean;
  /** Whether there are lines before the first shown one. */
  hasEarlier: boolean;
  onScroll: () => void;
  /** Scrolls to the end and follows the log. */
  follow: () => void;
  /** Scrolls as little as shows the line. */
  show: (line: number) => void;
  showEarlier: () => void;
}

const headPx = 44;
const endTolerancePx = 24;
/** Number of lines to print, from the end. They are prefetched, because printing does not wait for requests. */
const maxPrintedLines = 2000;

/** Determines the rendered lines and their positions, and keeps the scroll position as the log grows. */
export function useLogLayout(options: LogLayoutOptions): LogLayout {
  const { engine, size, isLive, settings, opensAtEnd, pinned } = options;
  const state = useSyncExternalStore(engine.subscribe, engine.state);
  const isPrinting = usePrinting();
  const [place, setPlace] = useState<ScrollPlace>(
    opensAtEnd ? { kind: 'end' } : { kind: 'line', line: 0, offset: -1000 },
  );
  const lastScrollTop = useRef(0);
  const isFollowing = isLive && settings.isFollowing;
  const map = engine.rowMap;
  const hasEarlier = map.first > (isLive && state.isStartWithheld ? state.first : 0);
  const viewport = {
    height: isPrinting ? maxPrintedLines * rowHeight : size.height,
    headPx: hasEarlier ? headPx : 0,
  };
  const shownPlace: ScrollPlace = isFollowing || isPrinting ? { kind: 'end' } : place;
  const layout = layOut(map, shownPlace, viewport, pinned);
  const placeOf = (scrollTop: number) => placeAt(map, scrollTop, viewport);
  const placeFor = (line: number) => placeToShow(map, line, shownPlace, viewport);
  const shared = { ...options, state, layout, place, setPlace, placeOf, placeFor, lastScrollTop };

  // The order matters: the last effect changes the view for which the layout above was computed.
  useLineRequests(engine, layout, state, isLive);
  useScrollTop(shared, isPrinting);
  useMeasuredRows(options.scroller, map);
  usePlaceWhileLive(shared, isFollowing);
  useTarget(shared);
  useEngineView(options, isFollowing);

  const { onScroll, follow, show } = useScrolling(shared, isFollowing);
  const showEarlier = () => {
    engine.showAll();
    setPlace({ kind: 'end' });
  };
  return { ...layout, state, isFollowing, hasEarlier, onScroll, follow, show, showEarlier };
}

interface RenderedLayout extends LogLayoutOptions {
  state: LogState;
  layout: Layout;
  place: ScrollPlace;
  setPlace: (place: ScrollPlace) => void;
  placeOf: (scrollTop: number) => ScrollPlace;
  /** Returns the nearest position that shows the line; null if it is shown. */
  placeFor: (line: number) => ScrollPlace | null;
  /** Scroll position that was set or handled last, in pixels. */
  lastScrollTop: RefObject<number>;
}

/** Requests the rendered lines, and once the log is complete, the lines to print. */
function useLineRequests(engine: LogEngine, { lines }: Layout, state: LogState, isLive: boolean) {
  useLayoutEffect(() => {
    const [top, bottom] = [lines[0], lines.at(-1)];
    if (top && bottom) engine.requestRows(top.line, bottom.line + 1);
  });
  const { first } = engine.rowMap;
  const isSettled = state.isSettled && !isLive;
  useEffect(() => {
    if (isSettled) engine.requestRows(Math.max(first, state.count - maxPrintedLines), state.count);
  }, [engine, isSettled, first, state.count]);
}

/** Applies the layout's scroll position. */
function useScrollTop(options: RenderedLayout, isPrinting: boolean): void {
  const { scroller, size, layout, placeOf, lastScrollTop, topLine } = options;
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || size.height === 0 || isPrinting) return;
    if (Math.abs(element.scrollTop - layout.scrollTop) >= 1) element.scrollTop = layout.scrollTop;
    lastScrollTop.current = element.scrollTop;
    const top = placeOf(layout.scrollTop);
    if (top.kind === 'line') topLine.current = top.line;
  });
}

/** Measures rendered lines whose height was estimated, and updates the layout if an estimate was wrong. */
function useMeasuredRows(scroller: RefObject<HTMLElement | null>, map: RowMap): void {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => {
    let hasChanged = false;
    for (const row of scroller.current?.querySelectorAll<HTMLElement>('[data-measure]') ?? []) {
      const rows = Math.max(1, Math.round(row.offsetHeight / rowHeight));
      hasChanged = map.measure(Number(row.dataset.line), rows) || hasChanged;
    }
    if (hasChanged) redraw();
  });
}

/**
 * Scrolls to the end while the viewer follows. Otherwise anchors the position, so that new lines do not move
 * it.
 */
function usePlaceWhileLive(options: RenderedLayout, isFollowing: boolean): void {
  const { isLive, size, layout, place, setPlace, placeOf } = options;
  useLayoutEffect(() => {
    if (isFollowing && place.kind !== 'end') setPlace({ kind: 'end' });
    if (isLive && !isFollowing && place.kind === 'end' && size.height > 0) {
      setPlace(placeOf(layout.scrollTop));
    }
  });
}

/** Scrolls to the target, once for each request. */
function useTarget({ target, engine, size, settings, setPlace }: RenderedLayout): void {
  const { change } = settings;
  const map = engine.rowMap;
  const handled = useRef<typeof target>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: setPlace is the setter of a state
  useLayoutEffect(() => {
    if (!target || handled.current === target || size.height === 0) return;
    handled.current = target;
    if (target.line < map.first) engine.showAll();
    engine.reveal(target.line);
    setPlace({ kind: 'line', line: target.line, offset: -Math.round(size.height / 3) });
    change({ isFollowing: false });
  }, [target, engine, map, size.height, change]);
}

/** Passes the view options to the engine. */
function useEngineView({ engine, isLive, settings, size }: LogLayoutOptions, isFollowing: boolean) {
  const { wraps, collapses } = settings;
  useLayoutEffect(() => {
    const columns = size.charWidth > 0 ? Math.floor(size.textWidth / size.charWidth) : 0;
    const view = { isLive, isFollowing, wraps, collapses };
    engine.setView({ ...view, columns: columns && Math.max(10, columns) });
  }, [engine, isLive, isFollowing, wraps, collapses, size]);
}

/** Handles scrolling: scrolling up stops following, scrolling to the end resumes it. */
function useScrolling(options: RenderedLayout, isFollowing: boolean) {
  const { scroller, settings, setPlace, placeOf, placeFor, lastScrollTop } = options;
  const { change } = settings;
  const hasScrolledUp = useRef(false);
  const follow = () => {
    hasScrolledUp.current = false;
    change({ isFollowing: true });
    setPlace({ kind: 'end' });
  };
  const onScroll = () => {
    const element = scroller.current;
    if (!element || Math.abs(element.scrollTop - lastScrollTop.current) < 1) return;
    const { scrollTop, scrollHeight, clientHeight } = element;
    const isUp = scrollTop < lastScrollTop.current;
    const isAtEnd = scrollHeight - scrollTop - clientHeight < endTolerancePx;
    lastScrollTop.current = scrollTop;
    if (isFollowing && isUp && !isAtEnd) {
      hasScrolledUp.current = true;
      change({ isFollowing: false });
    } else if (!isFollowing && isAtEnd && hasScrolledUp.current) {
      hasScrolledUp.current = false;
      change({ isFollowing: true });
    }
    setPlace(isAtEnd ? { kind: 'end' } : placeOf(scrollTop));
  };
  const show = (line: number) => {
    const next = placeFor(line);
    if (!next) return;
    hasScrolledUp.current = true;
    if (isFollowing) change({ isFollowing: false });
    setPlace(next);
  };
  return { onScroll, follow, show };
}
