import type { LogQuery } from '@millrace/contract/log-pattern';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { LogEngine } from './engine/log-engine.ts';
import type { LogState } from './engine/log-state.ts';
import type { SearchResult } from './engine/messages.ts';
import { indexOfMatch, type MatchStart, matchFrom } from './log-matches.ts';

const noQuery: LogQuery = { text: '', matchesCase: false, isRegExp: false };

export interface LogSearch {
  isOpen: boolean;
  query: LogQuery;
  found: SearchResult | null;
  /** Loaded part of the log in percent while the result is not final, else null. */
  searchedPercent: number | null;
  /** Index of the current match, from 0. */
  current: number;
  open(): void;
  close(): void;
  change(query: Partial<LogQuery>): void;
  step(by: 1 | -1): void;
}

interface SearchAnswer {
  query: LogQuery;
  result: SearchResult;
  /** Whether the log was loaded when it was searched. */
  isFinal: boolean;
}

/** Searches all lines of the log, including those that are not rendered or fetched yet. */
export function useLogSearch(
  engine: LogEngine | null,
  { count, loaded, isLoading }: Pick<LogState, 'count' | 'loaded' | 'isLoading'>,
  onMatch: (line: number) => void,
  /** First visible line, where the search starts. */
  topLine: RefObject<number>,
): LogSearch {
  const [isOpen, setIsOpen] = useState(false);
  const [query, setQuery] = useState(noQuery);
  const [answer, setAnswer] = useState<SearchAnswer | null>(null);
  const [currentStart, setCurrentStart] = useState<MatchStart | null>(null);
  const revealedQuery = useRef(noQuery);
  const isActive = isOpen && query.text !== '';

  useEffect(() => {
    if (isOpen) engine?.fetchAll();
  }, [engine, isOpen]);
  const goTo = (result: SearchResult, index: number) => {
    const [line, start] = [result.lines[index], result.starts[index]];
    if (line === undefined || start === undefined) return;
    setCurrentStart({ line, start });
    onMatch(line);
  };
  const handleResult = useEffectEvent((result: SearchResult, isFinal: boolean) => {
    setAnswer({ query, result, isFinal });
    if (revealedQuery.current === query || (result.count === 0 && !isFinal)) return;
    revealedQuery.current = query;
    goTo(result, matchFrom(result, topLine.current));
  });
  // Searches again when the log grows, and when all of it is loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the log itself has changed
  useEffect(() => {
    if (!engine || !isActive || count === 0) {
      setAnswer(null);
      return;
    }
    let isNewest = true;
    // The state may be newer than the one of this render.
    const isFinal = !engine.state().isLoading;
    engine.search(query).then((result) => {
      if (isNewest) handleResult(result, isFinal);
    });
    return () => {
      isNewest = false;
    };
  }, [engine, isActive, query, count, isLoading]);

  const found = answer?.result ?? null;
  const isFinal = !isLoading && answer?.isFinal && answer.query === query;
  const current = found && currentStart ? indexOfMatch(found, currentStart) : 0;
  const step = (by: 1 | -1) => {
    const listed = found?.lines.length ?? 0;
    if (found && listed > 0) goTo(found, (current + by + listed) % listed);
  };
  return {
    isOpen,
    query,
    found,
    searchedPercent: !isActive || isFinal ? null : Math.floor((100 * loaded) / Math.max(1, count)),
    current,
    open: () => setIsOpen(true),
    close: () => setIsOpen(false),
    change: (change) => setQuery({ ...query, ...change }),
    step,
  };
}
