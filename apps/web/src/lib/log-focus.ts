/** Marks an entry of the history that moves the focus to the log. */
export const logFocusState = { focusesLog: true } as const;

export function isLogFocusState(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'focusesLog' in state;
}
