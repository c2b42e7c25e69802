import type { LogQuery } from '@millrace/contract/log-pattern';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { LogEngine } from './engine/log-engine.ts';
import type { LogState } from './engine/log-state.ts';
import type { SearchResult } from './engine/messages.ts';
import { matchFrom } from './log-matches.ts';

const noQuery: LogQuery = { text: '', matchesCase: false, isRegExp: false };

export interface LogSearch {
  isOpen: boolean;
  query: LogQuery;
  found: SearchResult | null;
  /** Index of the current match, from 0. */
  current: number;
  open(): void;
  close(): void;
  change(query: Partial<LogQuery>): void;
  step(by: 1 | -1): void;
}

/** Searches all lines of the log, including those that are not rendered or fetched yet. */
export function useLogSearch(
  engine: LogEngine | null,
  { count, isLoading }: Pick<LogState, 'count' | 'isLoading'>,
  onMatch: (line: number) => void,
  /** First visible line, where the search starts. */
  topLine: RefObject<number>,
): LogSearch {
  const [isOpen, setIsOpen] = useState(false);
  const [query, setQuery] = useState(noQuery);
  const [found, setFound] = useState<SearchResult | null>(null);
  const [current, setCurrent] = useState(0);
  const lastQuery = useRef(noQuery);
  const handleMatch = useRef(onMatch);
  handleMatch.current = onMatch;
  const isActive = isOpen && query.text !== '';

  useEffect(() => {
    if (isOpen) engine?.fetchAll();
  }, [engine, isOpen]);
  // Searches again when the log grows, and when all of it is loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the log itself has changed
  useEffect(() => {
    if (!engine || !isActive || count === 0) {
      setFound(null);
      return;
    }
    let isNewest = true;
    engine.search(query).then((result) => {
      if (!isNewest) return;
      setFound(result);
      if (lastQuery.current === query) return;
      lastQuery.current = query;
      const at = matchFrom(result, topLine.current);
      setCurrent(at);
      const line = result.lines[at];
      if (line !== undefined) handleMatch.current(line);
    });
    return () => {
      isNewest = false;
    };
  }, [engine, isActive, query, count, isLoading, topLine]);

  const step = (by: 1 | -1) => {
    if (!found?.lines.length) return;
    const at = (current + by + found.lines.length) % found.lines.length;
    setCurrent(at);
    const line = found.lines[at];
    if (line !== undefined) onMatch(line);
  };
  return {
    isOpen,
    query,
    found,
    current,
    open: () => setIsOpen(true),
    close: () => setIsOpen(false),
    change: (change) => setQuery({ ...query, ...change }),
    step,
  };
}
