/** The one place that writes to the browser's console. */
export function logError(error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: failed calls are logged for whoever opens the console
  console.error(error instanceof Error ? error.message : error);
}
