import { memo } from 'react';
import { useMessages } from '../../lib/i18n/messages.tsx';
import type { Style } from './ansi-style.ts';
import { formatSize, type LogRow } from './log-rows.ts';
import css from './log-view.module.css';
import { styleToCss } from './style-to-css.ts';
import { readTerminalLine, type Segment, sliceSegments } from './terminal-line.ts';

interface LogRowViewProps {
  row: LogRow;
  start: Style;
  /** Of the whole line; a folded line reads only what it shows. */
  segmentsOf: () => Segment[];
  onUnfold: (pos: number) => void;
}

export const LogRowView = memo(
  function LogRowView({ row, start, segmentsOf, onUnfold }: LogRowViewProps) {
    const { console: text } = useMessages();
    return (
      <>
        <span className={css.number} aria-hidden="true">
          {row.from === 0 && row.line.pos + 1}
        </span>
        <span className={css.text}>
          {visibleSegments(row, start, segmentsOf).map((segment, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a line have no other identity
            <span key={index} style={styleToCss(segment.style)}>
              {segment.text}
            </span>
          ))}
          {row.foldedLength > 0 && (
            <>
              {'… '}
              <button type="button" className={css.unfold} onClick={() => onUnfold(row.line.pos)}>
                {text.showWholeLine(formatSize(row.line.out.length))}
              </button>
            </>
          )}
        </span>
        {row.from === 0 && (
          <span className={css.time} aria-hidden="true">
            {row.line.time}s
          </span>
        )}
      </>
    );
  },
  (old, next) =>
    old.row.line === next.row.line &&
    old.row.from === next.row.from &&
    old.row.foldedLength === next.row.foldedLength &&
    old.start === next.start,
);

function visibleSegments(row: LogRow, start: Style, segmentsOf: () => Segment[]): Segment[] {
  if (row.foldedLength > 0) return readTerminalLine(row.line.out.slice(0, row.to), start).segments;
  const segments = segmentsOf();
  const isWhole = row.from === 0 && row.to >= row.line.out.length;
  return isWhole ? segments : sliceSegments(segments, row.from, row.to);
}
