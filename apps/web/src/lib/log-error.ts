/** Logs an error. No other code writes to the browser's console. */
export function logError(error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: failed calls are logged for debugging
  console.error(error instanceof Error ? error.message : error);
}
