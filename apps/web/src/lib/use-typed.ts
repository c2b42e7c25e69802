import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** A pause in which most people have typed the next letter. */
const pauseMs = 200;

/**
 * Holds the value of a field that is also part of the URL, and updates the URL when typing pauses. A field
 * bound to the URL alone would lose letters, because navigation is slow.
 */
export function useTyped(inAddress: string, tell: (typed: string) => void) {
  const [typed, setTyped] = useState(inAddress);
  const told = useRef(inAddress);
  // The address may change by itself, as when one goes back.
  useEffect(() => {
    if (inAddress !== told.current) setTyped(inAddress);
    told.current = inAddress;
  }, [inAddress]);
  const tellNow = useEffectEvent(() => {
    const next = typed.trim();
    if (next === told.current) return;
    told.current = next;
    tell(next);
  });
  useEffect(() => {
    if (typed.trim() === told.current) return;
    const timer = setTimeout(tellNow, pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, setTyped] as const;
}
