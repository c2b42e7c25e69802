import { ArrowDown } from 'lucide';
import {
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { classNames } from '../../lib/class-names.ts';
import { usePageMessages } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { LogEngine } from './engine/log-engine.ts';
import { matchesIn } from './log-matches.ts';
import { LogRowView } from './log-row-view.tsx';
import { layOut, placeAt, rowHeight, type ScrollPlace } from './log-scroll.ts';
import css from './log-view.module.css';
import type { ConsoleSettings } from './use-console-settings.ts';
import type { LineLink } from './use-line-link.ts';
import type { LogSearch } from './use-log-search.ts';
import { useLogSelection } from './use-log-selection.ts';
import { probeChars, useLogSize } from './use-log-size.ts';
import { usePrinting } from './use-printing.ts';

interface LogViewProps {
  label: string;
  engine: LogEngine;
  /** Whether lines are still being written. */
  isLive: boolean;
  settings: ConsoleSettings;
  /** Whether a log that opens shows its end. */
  opensAtEnd: boolean;
  lineLink: LineLink;
  search: LogSearch;
  /** A line to bring into view; a new object for every wish. */
  target: { line: number } | null;
  /** Receives the first line in view. */
  topLine: RefObject<number>;
}

const headPx = 44;
const endTolerancePx = 24;
/** Paper has the last of the lines that show; they are fetched ahead, as printing does not wait. */
const maxPrintedLines = 2000;

/** The lines of a log: all of them can be reached, only what is in view is drawn. */
export function LogView(props: LogViewProps) {
  const { label, engine, isLive, settings, lineLink, search, target, topLine } = props;
  const { wraps, showsTimes, change } = settings;
  const { linked } = lineLink;
  const isFollowing = isLive && settings.isFollowing;
  const { console: text } = usePageMessages();
  const state = useSyncExternalStore(engine.subscribe, engine.state);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const scroller = useRef<HTMLDivElement>(null);
  const probe = useRef<HTMLSpanElement>(null);
  const size = useLogSize(scroller, probe);
  const [place, setPlace] = useState<ScrollPlace>(
    props.opensAtEnd ? { kind: 'end' } : { kind: 'line', line: 0, offset: -1000 },
  );
  const lastScrollTop = useRef(0);
  const hasScrolledUp = useRef(false);
  const selection = useLogSelection(scroller, engine);

  const map = engine.rowMap;
  const digits = String(state.count).length;
  const { first, wrapColumns } = map;
  const isPrinting = usePrinting();
  const here: ScrollPlace = isFollowing || isPrinting ? { kind: 'end' } : place;
  const hasEarlier = first > (isLive && state.isStartWithheld ? state.first : 0);
  const viewport = {
    height: isPrinting ? maxPrintedLines * rowHeight : size.height,
    headPx: hasEarlier ? headPx : 0,
  };
  const layout = layOut(map, here, viewport, selection.pinned);

  useLayoutEffect(() => {
    const [top, bottom] = [layout.lines[0], layout.lines.at(-1)];
    if (top && bottom) engine.want(layout.lines[0]?.line ?? 0, bottom.line + 1);
  });
  const isSettled = state.isSettled && !isLive;
  useEffect(() => {
    if (isSettled) engine.want(Math.max(first, state.count - maxPrintedLines), state.count);
  }, [engine, isSettled, first, state.count]);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || size.height === 0 || isPrinting) return;
    if (Math.abs(element.scrollTop - layout.scrollTop) >= 1) element.scrollTop = layout.scrollTop;
    lastScrollTop.current = element.scrollTop;
    const top = placeAt(map, layout.scrollTop, viewport);
    if (top.kind === 'line') topLine.current = top.line;
  });
  useLayoutEffect(() => {
    let hasChanged = false;
    for (const row of scroller.current?.querySelectorAll<HTMLElement>('[data-measure]') ?? []) {
      const rows = Math.max(1, Math.round(row.offsetHeight / rowHeight));
      hasChanged = map.measure(Number(row.dataset.line), rows) || hasChanged;
    }
    if (hasChanged) redraw();
  });
  useLayoutEffect(() => {
    if (isFollowing && place.kind !== 'end') setPlace({ kind: 'end' });
    // If the viewer does not follow, pin the position even at the end, so that new lines do not move it.
    if (isLive && !isFollowing && place.kind === 'end' && size.height > 0) {
      setPlace(placeAt(map, layout.scrollTop, viewport));
    }
  });
  const handled = useRef<typeof target>(null);
  useLayoutEffect(() => {
    if (!target || handled.current === target || size.height === 0) return;
    handled.current = target;
    if (target.line < map.first) engine.showAll();
    engine.reveal(target.line);
    setPlace({ kind: 'line', line: target.line, offset: -Math.round(size.height / 3) });
    change({ isFollowing: false });
  }, [target, engine, map, size.height, change]);
  // Comes last: the effects above are for the layout that was drawn.
  useLayoutEffect(() => {
    const columns = size.charWidth > 0 ? Math.floor(size.textWidth / size.charWidth) : 0;
    engine.setView({ isLive, isFollowing, wraps, columns: columns && Math.max(10, columns) });
  }, [engine, isLive, isFollowing, wraps, size]);

  const newLines = isLive && !isFollowing ? state.count - state.followedTo : 0;

  const follow = () => {
    hasScrolledUp.current = false;
    change({ isFollowing: true });
    setPlace({ kind: 'end' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    selection.onKeyDown(event);
    const isOwn = event.target === event.currentTarget;
    if (!isLive || !isOwn || event.key !== 'End' || event.shiftKey || event.altKey) return;
    // The end moves on while the browser goes to it.
    event.preventDefault();
    follow();
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
    setPlace(isAtEnd ? { kind: 'end' } : placeAt(map, scrollTop, viewport));
  };
  const found = search.isOpen ? search.found : null;
  const groupStarts = new Set(state.groups.map((group) => group.start));

  return (
    <div className={css.frame}>
      <div
        ref={scroller}
        className={classNames(css.scroller, !wraps && css.unwrapped)}
        role="log"
        aria-live="off"
        aria-busy={state.isLoading}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable
        tabIndex={0}
        style={{ '--digits': digits } as CSSProperties}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
        onCopy={selection.onCopy}
        onPointerDown={selection.onPointerDown}
      >
        <div className={classNames(css.row, css.probe)} aria-hidden="true">
          <span className={css.number} />
          <span ref={probe} className={css.text}>
            <span>{'0'.repeat(probeChars)}</span>
          </span>
          {showsTimes && <span className={css.time} />}
        </div>
        <div className={css.rows} style={{ height: layout.spacerPx }}>
          {hasEarlier && (
            <div className={css.hidden}>
              <Button
                size="small"
                onClick={() => {
                  engine.showAll();
                  setPlace({ kind: 'end' });
                }}
              >
                {text.showAll}
              </Button>
              {text.hidden(first)}
            </div>
          )}
          {layout.lines.map(({ line, top, part }) => {
            const row = engine.row(line);
            if (!row) {
              return (
                <div
                  key={line}
                  className={css.row}
                  style={{ transform: `translateY(${top}px)` }}
                  data-line={line}
                >
                  <span className={css.number}>{line + 1}</span>
                </div>
              );
            }
            return (
              <LogRowView
                key={line}
                engine={engine}
                row={row}
                place={{
                  top,
                  part: part && { from: part.from * wrapColumns, to: part.to * wrapColumns },
                  needsMeasure: !part && map.needsMeasure(line),
                }}
                matches={matchesIn(found, line, search.current)}
                isLinked={linked !== null && line >= linked.from && line <= linked.to}
                isSelected={selection.isAll}
                fold={groupStarts.has(line) ? (state.folded.has(line) ? 'folded' : 'open') : null}
                showsTime={showsTimes}
                onLink={lineLink.link}
              />
            );
          })}
        </div>
      </div>
      {isLive && (
        <p className="visually-hidden" aria-live="polite">
          {isFollowing ? text.isFollowing : text.isPaused}
        </p>
      )}
      {newLines > 0 && (
        <Button size="small" className={css.jump} onClick={follow}>
          <Icon icon={ArrowDown} size={14} />
          {text.newLines(newLines)}
        </Button>
      )}
    </div>
  );
}
