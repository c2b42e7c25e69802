import { formatSize } from '@millrace/contract/format-size';
import { ChevronRight } from 'lucide';
import { type MouseEvent, memo } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { useLanguage, useTexts } from '../../lib/i18n/messages.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { LogEngine } from './engine/log-engine.ts';
import type { LogRow } from './engine/messages.ts';
import type { FileUrl } from './file-url.ts';
import { describeTime, type LineTimes } from './line-time.ts';
import { type Match, markSegments } from './log-matches.ts';
import css from './log-view.module.css';
import { consoleMessages } from './messages.ts';
import { styleToCss, withoutColors } from './style-to-css.ts';
import { sliceSegments } from './terminal-line.ts';

interface RowPlace {
  top: number;
  /** Range of columns to render; null for the whole line. */
  part: { from: number; to: number } | null;
  /** Whether the height is estimated and must be measured. */
  needsMeasure: boolean;
}

interface LogRowViewProps {
  engine: LogEngine;
  row: LogRow;
  place: RowPlace;
  matches: readonly Match[];
  isLinked: boolean;
  isSelected: boolean;
  /** Whether the line wraps in any case. */
  isLong: boolean;
  /** Whether the group that starts with this line is folded; null for other lines. */
  fold: 'open' | 'folded' | null;
  /** Number of following lines with the same text that are not shown. */
  repeats: number;
  /** Undefined if times are not shown. */
  times: LineTimes | undefined;
  /** Returns the page of a line of a file; undefined if the forge has none. */
  fileUrl: FileUrl | undefined;
  onLink: (line: number, isRange: boolean) => void;
}

/** Renders a line. It is memoised by content, because `place` and `matches` are new objects in each render. */
export const LogRowView = memo(function LogRowView(props: LogRowViewProps) {
  const { engine, row, place, matches, isLinked, isSelected, isLong, fold, times } = props;
  const { repeats, fileUrl, onLink } = props;
  const { top, part, needsMeasure } = place;
  const text = useTexts(consoleMessages);
  const { line } = row;
  const link = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    onLink(line, event.shiftKey);
  };
  return (
    <div
      className={classNames(
        css.row,
        row.isError && css.error,
        isLinked && css.linked,
        isSelected && css.selected,
        isLong && css.long,
        fold && css.group,
      )}
      style={{ transform: `translateY(${top}px)` }}
      data-line={line}
      data-measure={needsMeasure || undefined}
    >
      {/* biome-ignore lint/a11y/useAnchorContent: for pointers only, hidden from assistive technology */}
      <a
        className={css.number}
        href={`#L${line + 1}`}
        tabIndex={-1}
        aria-hidden="true"
        onClick={link}
      >
        {(!part || part.from === 0) && line + 1}
      </a>
      {fold && <FoldButton row={row} fold={fold} onToggle={() => engine.toggleGroup(line)} />}
      <span className={css.text} data-from={part?.from ?? 0}>
        <LineText {...{ row, part, matches, fileUrl }} />
        {row.foldedLength > 0 && (
          <span className={css.folded}>
            {' … '}
            <button type="button" className={css.unfold} onClick={() => engine.unfold(line)}>
              {text.showWholeLine(formatSize(row.foldedLength))}
            </button>
          </span>
        )}
      </span>
      {repeats > 0 && (
        <span className={css.repeats} title={text.repeats(repeats)}>
          ×{repeats + 1}
        </span>
      )}
      {times && <LineTime sec={row.time} times={times} />}
    </div>
  );
}, isSame);

/** The time of a line, with date and zone in its tooltip. */
function LineTime({ sec, times }: { sec: number; times: LineTimes }) {
  const { shown, full } = describeTime(sec, times, useLanguage().locale);
  return (
    <span className={css.time} aria-hidden="true" title={full}>
      {shown}
    </span>
  );
}

interface LineTextProps extends Pick<LogRowViewProps, 'row' | 'matches' | 'fileUrl'> {
  part: RowPlace['part'];
}

/** Renders the text of a line, with a span for each style. */
function LineText({ row, part, matches, fileUrl }: LineTextProps) {
  const segments = part ? sliceSegments(row.segments, part.from, part.to) : row.segments;
  return markSegments(segments, matches, part?.from ?? 0).map((segment, index) => {
    const style = segment.match ? withoutColors(segment.style) : segment.style;
    const shared = { style: styleToCss(style), 'data-match': segment.match };
    const { href = segment.style.file && fileUrl?.(segment.style.file) } = segment.style;
    return href ? (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: segments have no other identity
        key={index}
        {...shared}
        href={href}
        rel="noreferrer noopener"
        target="_blank"
      >
        {segment.text}
      </a>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: segments have no other identity
      <span key={index} {...shared}>
        {segment.text}
      </span>
    );
  });
}

interface FoldButtonProps {
  row: LogRow;
  fold: 'open' | 'folded';
  onToggle: () => void;
}

/** Folds or unfolds the group that starts with a line. */
function FoldButton({ row, fold, onToggle }: FoldButtonProps) {
  const text = useTexts(consoleMessages);
  return (
    <button
      type="button"
      className={css.fold}
      aria-expanded={fold === 'open'}
      aria-label={text.toggleGroup(row.segments.map((segment) => segment.text).join(''))}
      onClick={onToggle}
    >
      <Icon icon={ChevronRight} size={14} />
    </button>
  );
}

function isSame(old: LogRowViewProps, next: LogRowViewProps): boolean {
  const { place, matches, ...rest } = next;
  const keys = Object.keys(rest) as (keyof typeof rest)[];
  return (
    keys.every((key) => old[key] === next[key]) &&
    old.place.top === place.top &&
    old.place.needsMeasure === place.needsMeasure &&
    old.place.part?.from === place.part?.from &&
    old.place.part?.to === place.part?.to &&
    old.matches.length === matches.length &&
    matches.every(
      (match, at) =>
        match.start === old.matches[at]?.start &&
        match.end === old.matches[at]?.end &&
        match.isCurrent === old.matches[at]?.isCurrent,
    )
  );
}
