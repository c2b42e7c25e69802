import { toLocalPath } from '../../lib/paths.ts';

const key = 'millrace.return-path';

/** Stores the page to return to after signing in, for this tab only. */
export function rememberReturnPath(path: string): void {
  try {
    sessionStorage.setItem(key, path);
  } catch {
    // Without storage, the dashboard opens after signing in.
  }
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
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Without storage, there is nothing to remove.
  }
}

function readRemembered(): string | null {
  try {
    return toLocalPath(sessionStorage.getItem(key));
  } catch {
    return null;
  }
}
