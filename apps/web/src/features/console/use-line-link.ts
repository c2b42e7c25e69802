import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type LineRange, readLineRange, writeLineRange } from './line-range.ts';

export interface LineLink {
  linked: LineRange | null;
  link: (line: number, isRange: boolean) => void;
}

/** The lines that the address names, and how to name others. */
export function useLineLink(): LineLink {
  const { hash, pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const [linked, setLinked] = useState<LineRange | null>(() => readLineRange(hash));
  useEffect(() => setLinked(readLineRange(hash)), [hash]);
  const link = useCallback(
    (line: number, isRange: boolean) => {
      const from = isRange && linked ? Math.min(linked.from, line) : line;
      const to = isRange && linked ? Math.max(linked.from, line) : line;
      const next = writeLineRange({ from, to });
      navigate(
        { pathname, search, hash: next },
        { replace: true, state, preventScrollReset: true },
      );
    },
    [linked, navigate, pathname, search, state],
  );
  return { linked, link };
}
