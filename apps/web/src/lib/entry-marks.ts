/** Marks an entry of the history that moves the focus to the log. */
export const logFocusState = { focusesLog: true } as const;

/** Marks an entry of the history that shows the first error of the log. */
export const errorRevealState = { revealsError: true } as const;

/** Whether the state of an entry of the history has this mark. */
export function hasMark(state: unknown, mark: object): boolean {
  return (
    typeof state === 'object' && state !== null && Object.keys(mark).every((name) => name in state)
  );
}
