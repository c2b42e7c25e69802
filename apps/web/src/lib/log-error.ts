import { isPageLeft } from './page-life.ts';

/** Logs an error, unless the page is left, which aborts its requests. No other code writes to the browser's console. */
export function logError(error: unknown): void {
  if (isPageLeft()) return;
  // biome-ignore lint/suspicious/noConsole: failed calls are logged for debugging
  console.error(error instanceof Error ? error.message : error);
}
