import type { Line } from '@millrace/contract/api';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useMessages } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { LogRowView } from './log-row-view.tsx';
import { type LogRow, shownLineLimit, toRows } from './log-rows.ts';
import { LogStyles } from './log-styles.ts';
import css from './log-view.module.css';
import { useFollow } from './use-follow.ts';

interface LogViewProps {
  label: string;
  lines: readonly Line[];
  isFollowing: boolean;
  onFollowingChange: (isFollowing: boolean) => void;
  /** Whether a log that opens shows its end. */
  opensAtEnd: boolean;
}

const rowHeight = 20;
/** About what fits into the console's width; rows are measured once they are drawn. */
const charactersPerRow = 100;
const noneUnfolded: ReadonlySet<number> = new Set();

/** The lines of a log as virtual rows: all of the data is there, only what is in view is drawn. */
export function LogView(props: LogViewProps) {
  const { label, lines, isFollowing, onFollowingChange, opensAtEnd } = props;
  const { console: text } = useMessages();
  const scroller = useRef<HTMLDivElement>(null);
  const [showsAll, setShowsAll] = useState(false);
  const [unfolded, setUnfolded] = useState(noneUnfolded);
  const [styles] = useState(() => new LogStyles());
  useMemo(() => styles.update(lines), [styles, lines]);

  const start = useStart(lines.length, showsAll, isFollowing);
  const rows = useMemo(() => toRows(lines, start, unfolded), [lines, start, unfolded]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimateHeight(rows[index]),
    getItemKey: (index) => `${rows[index]?.line.pos}:${rows[index]?.from}`,
    overscan: 24,
    paddingStart: 8,
    paddingEnd: 16,
  });
  const height = virtualizer.getTotalSize();
  const wantsEnd = useRef(opensAtEnd || start > 0);
  const onScroll = useFollow(scroller, isFollowing, height, onFollowingChange);

  useLayoutEffect(() => {
    if (!wantsEnd.current || height === 0 || !scroller.current) return;
    scroller.current.scrollTop = scroller.current.scrollHeight;
  }, [height]);
  const showAll = () => {
    wantsEnd.current = true;
    setShowsAll(true);
  };

  return (
    <div
      ref={scroller}
      className={css.scroller}
      role="log"
      aria-live="off"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable
      tabIndex={0}
      style={{ '--digits': String(lines.length).length }}
      onScroll={onScroll}
      onWheel={() => {
        wantsEnd.current = false;
      }}
      onPointerDown={() => {
        wantsEnd.current = false;
      }}
      onKeyDown={() => {
        wantsEnd.current = false;
      }}
    >
      {start > 0 && (
        <div className={css.hidden}>
          <Button size="small" onClick={showAll}>
            {text.showAll}
          </Button>
          {text.hidden(start)}
        </div>
      )}
      <div className={css.rows} style={{ height }}>
        {virtualizer.getVirtualItems().map((item) => {
          const row = rows[item.index];
          return (
            row && (
              <div
                key={item.key}
                ref={virtualizer.measureElement}
                data-index={item.index}
                className={css.row}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <LogRowView
                  row={row}
                  start={styles.startOf(row.index)}
                  segmentsOf={() => styles.segmentsOf(row.line, row.index)}
                  onUnfold={(pos) => setUnfolded(new Set(unfolded).add(pos))}
                />
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

function estimateHeight(row: LogRow | undefined): number {
  const length = row ? row.to - row.from : 0;
  return Math.max(1, Math.ceil(length / charactersPerRow)) * rowHeight;
}

/** First line that shows. It moves on while following, and stays while someone reads. */
function useStart(count: number, showsAll: boolean, isFollowing: boolean): number {
  const start = useRef(Math.max(0, count - shownLineLimit));
  const isFirstBatch = useRef(true);
  if (isFollowing || (isFirstBatch.current && count > 0)) {
    start.current = Math.max(0, count - shownLineLimit);
  }
  if (count > 0) isFirstBatch.current = false;
  return showsAll ? 0 : Math.min(start.current, count);
}
