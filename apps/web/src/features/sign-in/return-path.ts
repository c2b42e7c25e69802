import { toLocalPath } from '../../lib/paths.ts';
import { inTabStorage } from '../../lib/tab-storage.ts';

const key = 'millrace.return-path';

/** Stores the page to return to after signing in, for this tab only. */
export function rememberReturnPath(path: string): void {
  inTabStorage((storage) => storage.setItem(key, path));
}

/** Returns the page to open after signing in: `return_to` of this URL, or else the stored one. */
export function readReturnPath(search: string): string | null {
  const requested = toLocalPath(new URLSearchParams(search).get('return_to'));
  return requested ?? readRemembered();
}

/** Returns the stored page and removes it. */
export function takeReturnPath(): string | null {
  const path = readRemembered();
  forgetReturnPath();
  return path;
}

export function forgetReturnPath(): void {
  inTabStorage((storage) => storage.removeItem(key));
}

function readRemembered(): string | null {
  return toLocalPath(inTabStorage((storage) => storage.getItem(key)));
}
