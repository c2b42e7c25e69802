import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type LineRange, readLineRange, writeLineRange } from './line-range.ts';

export interface LineLink {
  linked: LineRange | null;
  link: (line: number, isRange: boolean) => void;
}

/** Marks an entry of the history whose line is brought into view, also in a log that is open already. */
export const revealState = { revealsLine: true } as const;

/** The lines that the address names, and how to name others. */
export function useLineLink(onReveal: (line: number) => void): LineLink {
  const { hash, pathname, search, state, key } = useLocation();
  const handleReveal = useRef(onReveal);
  handleReveal.current = onReveal;
  const navigate = useNavigate();
  const [linked, setLinked] = useState<LineRange | null>(() => readLineRange(hash));
  const lastHash = useRef(hash);
  useEffect(() => setLinked(readLineRange(hash)), [hash]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same line may be asked for again
  useEffect(() => {
    const range = readLineRange(hash);
    // A hash that the viewer typed has no state from this page.
    const isOther = hash !== lastHash.current && state?.revealsLine === undefined;
    lastHash.current = hash;
    if (range && (isOther || state?.revealsLine)) handleReveal.current(range.from);
  }, [key, hash]);
  const link = useCallback(
    (line: number, isRange: boolean) => {
      const from = isRange && linked ? Math.min(linked.from, line) : line;
      const to = isRange && linked ? Math.max(linked.from, line) : line;
      const next = writeLineRange({ from, to });
      navigate(
        { pathname, search, hash: next },
        { replace: true, state: { ...state, revealsLine: false }, preventScrollReset: true },
      );
    },
    [linked, navigate, pathname, search, state],
  );
  return { linked, link };
}
