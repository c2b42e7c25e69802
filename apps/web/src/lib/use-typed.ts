import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** Debounce: most people type the next letter within this time. */
const pauseMs = 200;

/**
 * Holds the value of a field that is also part of the URL, and updates the URL when typing pauses. A field
 * bound only to the URL would lose letters, because navigation is slow.
 */
export function useTyped(inUrl: string, onChange: (typed: string) => void) {
  const [typed, setTyped] = useState(inUrl);
  const reported = useRef(inUrl);
  // Navigation can also change the URL.
  useEffect(() => {
    if (inUrl !== reported.current) setTyped(inUrl);
    reported.current = inUrl;
  }, [inUrl]);
  const report = useEffectEvent(() => {
    const next = typed.trim();
    if (next === reported.current) return;
    reported.current = next;
    onChange(next);
  });
  useEffect(() => {
    if (typed.trim() === reported.current) return;
    const timer = setTimeout(report, pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, setTyped] as const;
}
