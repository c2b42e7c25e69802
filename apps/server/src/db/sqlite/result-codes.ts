const sqliteBusy = 5;

/** Returns whether another process has locked the database. */
export function isBusy(error: unknown): boolean {
  // The lowest byte is the primary result code; the other bytes contain details.
  return (resultCodeOf(error) & 0xff) === sqliteBusy;
}

/** Returns 0 if the error is not from SQLite. */
export function resultCodeOf(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0;
}
