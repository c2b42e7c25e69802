import type { CSSProperties } from 'react';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import type { LogEngine } from './engine/log-engine.ts';
import type { FileUrl } from './file-url.ts';
import type { LineTimes } from './line-time.ts';
import { matchesIn } from './log-matches.ts';
import { LogRowView } from './log-row-view.tsx';
import css from './log-view.module.css';
import { consoleMessages } from './messages.ts';
import type { LineLink } from './use-line-link.ts';
import type { LogLayout } from './use-log-layout.ts';
import type { LogSearch } from './use-log-search.ts';

interface LogLinesProps {
  engine: LogEngine;
  layout: LogLayout;
  lineLink: LineLink;
  search: LogSearch;
  /** Whether the whole log is selected. */
  isSelected: boolean;
  times: LineTimes | undefined;
  fileUrl: FileUrl | undefined;
}

/** Renders the lines of a layout at their positions. */
export function LogLines(props: LogLinesProps) {
  const { engine, layout, lineLink, search, isSelected, times, fileUrl } = props;
  const { state } = layout;
  const { wrapColumns } = engine.rowMap;
  const { linked } = lineLink;
  const found = search.isOpen ? search.found : null;
  const style = {
    height: layout.spacerPx,
    '--columns': engine.rowMap.widestColumns,
    '--wrap-columns': wrapColumns,
  } as CSSProperties;
  const groupStarts = new Set(state.groups.map((group) => group.start));
  return (
    <div className={css.rows} style={style}>
      {layout.hasEarlier && (
        <EarlierLines count={engine.rowMap.first} onShow={layout.showEarlier} />
      )}
      {layout.lines.map(({ line, top, part }) => {
        const row = engine.row(line);
        if (!row) return <MissingLine key={line} line={line} top={top} />;
        return (
          <LogRowView
            key={line}
            engine={engine}
            row={row}
            place={{
              top,
              part: part && { from: part.from * wrapColumns, to: part.to * wrapColumns },
              needsMeasure: !part && engine.isCurrent(line) && engine.rowMap.needsMeasure(line),
            }}
            matches={matchesIn(found, line, search.current)}
            isLinked={linked !== null && line >= linked.from && line <= linked.to}
            isSelected={isSelected}
            isLong={engine.rowMap.alwaysWraps(line)}
            fold={groupStarts.has(line) ? (state.folded.has(line) ? 'folded' : 'open') : null}
            repeats={engine.rowMap.repeatsOf(line)}
            times={times}
            fileUrl={fileUrl}
            onLink={lineLink.link}
          />
        );
      })}
    </div>
  );
}

/** Button above the first line to show earlier lines. */
function EarlierLines({ count, onShow }: { count: number; onShow: () => void }) {
  const text = useTexts(consoleMessages);
  return (
    <div className={css.hidden}>
      <Button size="small" onClick={onShow}>
        {text.showAll}
      </Button>
      {text.hidden(count)}
    </div>
  );
}

/** Placeholder with the number of a line whose text is not loaded. */
function MissingLine({ line, top }: { line: number; top: number }) {
  return (
    <div className={css.row} style={{ transform: `translateY(${top}px)` }} data-line={line}>
      <span className={css.number}>{line + 1}</span>
    </div>
  );
}
