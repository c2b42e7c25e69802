/** Marks an entry of the history where, on a small screen, the console covers the page. */
export const consoleState = { console: true } as const;

export function isConsoleState(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'console' in state;
}

/** A whole number above zero out of the address; `fallback` where the address has none. */
export function readNumber(text: string | undefined, fallback?: number): number | null {
  if (text === undefined) return fallback ?? null;
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
}
