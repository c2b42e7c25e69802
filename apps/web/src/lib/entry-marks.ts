/** History state that moves the focus to the log. */
export const logFocusState = { focusesLog: true } as const;

/** History state that scrolls to the first error of the log. */
export const errorRevealState = { revealsError: true } as const;

/** History state that opens the dialog to add an entry to the list of the page. */
export const addEntryState = { addsEntry: true } as const;

/** Returns whether the state of a history entry contains this mark. */
export function hasMark(state: unknown, mark: object): boolean {
  return (
    typeof state === 'object' && state !== null && Object.keys(mark).every((name) => name in state)
  );
}
