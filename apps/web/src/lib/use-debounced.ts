import { useEffect, useState } from 'react';

/** Debounce: most people type the next letter within this time. */
const pauseMs = 250;

/** Debounces a typed value. */
export function useDebounced(typed: string): string {
  const [debounced, setDebounced] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return debounced;
}
