import { useEffect, useState } from 'react';

/** Debounce: most people type the next letter within this time. */
const pauseMs = 250;

/** Debounces a typed value. */
export function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}
