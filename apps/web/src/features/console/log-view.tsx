import { ArrowDown } from 'lucide';
import { type CSSProperties, type KeyboardEvent, type RefObject, useMemo, useRef } from 'react';
import { lazyPart } from '../../domain-ui/lazy-part.tsx';
import { classNames } from '../../lib/class-names.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { LogEngine } from './engine/log-engine.ts';
import type { FileUrl } from './file-url.ts';
import { linkByKey } from './link-keys.ts';
import { LogLines } from './log-lines.tsx';
import { rowHeight } from './log-scroll.ts';
import css from './log-view.module.css';
import { consoleMessages } from './messages.ts';
import type { ConsoleSettings } from './use-console-settings.ts';
import type { LineLink } from './use-line-link.ts';
import { type LogLayout, useLogLayout } from './use-log-layout.ts';
import type { LogSearch } from './use-log-search.ts';
import { useLogSelection } from './use-log-selection.ts';
import { probeChars, useLogSize } from './use-log-size.ts';
import { useSidewaysScroll } from './use-sideways-scroll.ts';

const AlertStrip = lazyPart(() => import('./alert-strip.tsx'), 'AlertStrip', {
  missing: () => null,
});

interface LogViewProps {
  label: string;
  engine: LogEngine;
  /** Whether the step is writing lines. */
  isLive: boolean;
  settings: ConsoleSettings;
  /** Whether the log initially shows its end. */
  opensAtEnd: boolean;
  lineLink: LineLink;
  search: LogSearch;
  /** Line to scroll into view; a new object for each request. */
  target: { line: number } | null;
  /** Time at which the step started, in Unix seconds. */
  startSec: number;
  fileUrl: FileUrl | undefined;
  /** Receives the first visible line. */
  topLine: RefObject<number>;
}

/** Virtualized list of log lines: only lines near the viewport are rendered. */
export function LogView(props: LogViewProps) {
  const { label, engine, isLive, settings, lineLink, search, topLine, startSec, fileUrl } = props;
  const { wraps, showsTimes, copiesTimes } = settings;
  const showsClock = settings.showsClock && startSec > 0;
  const times = useMemo(() => ({ startSec, showsClock }), [startSec, showsClock]);
  const scroller = useRef<HTMLDivElement>(null);
  const probe = useRef<HTMLSpanElement>(null);
  const size = useLogSize(scroller, probe);
  const selection = useLogSelection(
    scroller,
    engine,
    showsTimes && copiesTimes ? times : undefined,
  );
  const layout = useLogLayout({ ...props, scroller, size, pinned: selection.pinned });
  const textPx = useSidewaysScroll(scroller, engine, search, wraps);
  const digits = String(layout.state.count).length;

  const onKeyDown = (event: KeyboardEvent) => {
    selection.onKeyDown(event);
    const isOwn = event.target === event.currentTarget;
    const { rowMap: rows } = engine;
    if (isOwn && linkByKey(event, { rows, lineLink, topLine, show: layout.show })) return;
    if (!isLive || !isOwn || event.shiftKey || event.altKey) return;
    // The browser's own scrolling would stop where the end was, while the log grows. Its animation to the start would
    // stop following again, if the viewer presses End meanwhile.
    if (event.key === 'End') layout.follow();
    else if (event.key === 'Home') scroller.current?.scrollTo({ top: 0, behavior: 'instant' });
    else return;
    event.preventDefault();
  };
  return (
    <div className={css.frame}>
      <div
        ref={scroller}
        className={classNames(
          css.scroller,
          !wraps && css.unwrapped,
          showsTimes && css.timed,
          showsClock && css.clock,
        )}
        role="log"
        aria-live="off"
        aria-busy={layout.state.isLoading}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable
        tabIndex={0}
        style={{ '--digits': digits, '--text-px': textPx } as CSSProperties}
        onScroll={layout.onScroll}
        onKeyDown={onKeyDown}
        onCopy={selection.onCopy}
        onPointerDown={selection.onPointerDown}
      >
        <WidthProbe ref={probe} showsTimes={showsTimes} />
        <LogLines
          {...{ engine, layout, lineLink, search, fileUrl }}
          times={showsTimes ? times : undefined}
          isSelected={selection.isAll}
        />
      </div>
      {layout.state.alerts.length > 0 && size.height < engine.rowMap.totalRows * rowHeight && (
        <AlertStrip engine={engine} />
      )}
      {isLive && <FollowState layout={layout} />}
    </div>
  );
}

interface WidthProbeProps {
  ref: RefObject<HTMLSpanElement | null>;
  showsTimes: boolean;
}

/** Invisible line that `useLogSize` measures. */
function WidthProbe({ ref, showsTimes }: WidthProbeProps) {
  return (
    <div className={classNames(css.row, css.probe)} aria-hidden="true">
      <span className={css.number} />
      <span ref={ref} className={css.text}>
        <span>{'0'.repeat(probeChars)}</span>
      </span>
      {showsTimes && <span className={css.time} />}
    </div>
  );
}

/** Announces whether a growing log is followed. If it is not, shows a button with the number of new lines. */
function FollowState({ layout: { state, isFollowing, follow } }: { layout: LogLayout }) {
  const text = useTexts(consoleMessages);
  const newLines = isFollowing ? 0 : state.count - state.followedTo;
  return (
    <>
      <p className="visually-hidden" aria-live="polite">
        {isFollowing ? text.isFollowing : text.isPaused}
      </p>
      {newLines > 0 && (
        <Button size="small" className={css.jump} onClick={follow}>
          <Icon icon={ArrowDown} size={14} />
          {text.newLines(newLines)}
        </Button>
      )}
    </>
  );
}
