import { useEffect, useLayoutEffect, useRef } from 'react';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { ConsoleNotice } from './console-notice.tsx';
import { shownLineLimit } from './engine/log-engine.ts';
import type { LogRow } from './engine/messages.ts';
import css from './log-end.module.css';
import { consoleMessages } from './messages.ts';
import { styleToCss } from './style-to-css.ts';
import { type ConsoleProps, useConsole } from './use-console.ts';

interface LogEndProps extends ConsoleProps {
  /** Opens the whole log. */
  onOpen: () => void;
}

const shownLines = Math.min(20, shownLineLimit);

/** Shows the last lines of a log, and follows it while the step runs. */
export function LogEnd({ onOpen, ...props }: LogEndProps) {
  const text = useTexts(consoleMessages);
  const model = useConsole(props);
  const { engine, log } = model;
  const box = useRef<HTMLDivElement>(null);
  const from = Math.max(log.first, log.count - shownLines);
  useEffect(() => engine?.requestRows(from, log.count));
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  });
  const rows = Array.from({ length: log.count - from }, (_, at) => engine?.row(from + at));
  return (
    <section className={css.end} aria-label={text.end}>
      <div className={css.head}>
        <h3 className={css.title}>{text.end}</h3>
        <Button size="small" onClick={onOpen}>
          {text.open}
        </Button>
      </div>
      <ConsoleNotice model={model} />
      {log.count > 0 && (
        <div
          ref={box}
          className={css.lines}
          role="log"
          aria-live="off"
          aria-label={text.end}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable
          tabIndex={0}
        >
          {rows.map((row) => row && <EndRow key={row.line} row={row} />)}
        </div>
      )}
      {log.count === 0 && model.state === 'stream_on' && (
        <p className={css.note}>{text.waitingForOutput}</p>
      )}
      {log.count === 0 && model.state === 'loading' && <p className={css.note}>{text.loading}</p>}
    </section>
  );
}

function EndRow({ row }: { row: LogRow }) {
  return (
    <div data-line={row.line}>
      {row.segments.map((segment, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: segments have no other identity
        <span key={index} style={styleToCss(segment.style)}>
          {segment.text}
        </span>
      ))}
      {row.foldedLength > 0 && ' …'}
    </div>
  );
}
