import { useEffect, useRef, useState } from 'react';
import type { LogEngine } from './engine/log-engine.ts';

interface LogAnnouncerProps {
  engine: LogEngine;
  /** Number of lines in the log. */
  count: number;
}

const pauseMs = 2000;
const maxAnnouncedLines = 5;

/** Announces the newest lines of a running step to screen readers, politely and every two seconds. */
export function LogAnnouncer({ engine, count }: LogAnnouncerProps) {
  const [text, setText] = useState('');
  const newest = useRef(count);
  newest.current = count;
  useEffect(() => {
    let announcedTo = newest.current;
    const timer = setInterval(async () => {
      const end = newest.current;
      if (end === announcedTo) return;
      const from = Math.max(announcedTo, end - maxAnnouncedLines);
      announcedTo = end;
      setText(await engine.text({ line: from, column: 0 }, { line: end, column: 0 }));
    }, pauseMs);
    return () => clearInterval(timer);
  }, [engine]);
  return (
    <p className="visually-hidden" aria-live="polite">
      {text}
    </p>
  );
}
