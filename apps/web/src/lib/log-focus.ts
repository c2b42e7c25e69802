/** Marks an entry of the history that moves the focus to the log. */
export const logFocusState = { focusesLog: true } as const;

export function isLogFocusState(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'focusesLog' in state;
}

/** Marks one that shows the first error of the log. */
export const errorRevealState = { revealsError: true } as const;

export function isErrorRevealState(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'revealsError' in state;
}
