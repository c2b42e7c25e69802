import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type LineRange, readLineRange, writeLineRange } from './line-range.ts';

export interface LineLink {
  linked: LineRange | null;
  link: (line: number, isRange: boolean) => void;
}

/** History state that scrolls to the linked line, even if the log is already open. */
export const revealState = { revealsLine: true } as const;

/** Reads and writes the line range in the URL. */
export function useLineLink(onReveal: (line: number) => void): LineLink {
  const { hash, pathname, search, state, key } = useLocation();
  const handleReveal = useRef(onReveal);
  handleReveal.current = onReveal;
  const navigate = useNavigate();
  const [linked, setLinked] = useState<LineRange | null>(() => readLineRange(hash));
  const lastHash = useRef(hash);
  // A held key links lines faster than the router changes the URL: the URL of an earlier line is no new link.
  const requested = useRef<string | null>(null);
  useEffect(() => {
    if (state?.revealsLine === false && (requested.current ?? hash) !== hash) return;
    requested.current = null;
    setLinked(readLineRange(hash));
  }, [hash, state]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new entry may link to the same line
  useEffect(() => {
    const range = readLineRange(hash);
    // A fragment that the viewer typed has no history state of this app.
    const isOther = hash !== lastHash.current && state?.revealsLine === undefined;
    lastHash.current = hash;
    if (range && (isOther || state?.revealsLine)) handleReveal.current(range.from);
  }, [key, hash]);
  const link = useCallback(
    (line: number, isRange: boolean) => {
      const from = isRange && linked ? Math.min(linked.from, line) : line;
      const to = isRange && linked ? Math.max(linked.from, line) : line;
      const next = writeLineRange({ from, to });
      requested.current = next;
      setLinked({ from, to });
      navigate(
        { pathname, search, hash: next },
        { replace: true, state: { ...state, revealsLine: false }, preventScrollReset: true },
      );
    },
    [linked, navigate, pathname, search, state],
  );
  return { linked, link };
}
