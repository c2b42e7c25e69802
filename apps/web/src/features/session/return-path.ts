import { toLocalPath } from '../../lib/paths.ts';

const key = 'millrace.return-path';

/** Remembers the page to come back to after signing in, in this tab only. */
export function rememberReturnPath(path: string): void {
  try {
    sessionStorage.setItem(key, path);
  } catch {
    // Without storage, signing in leads to the dashboard.
  }
}

/** The page to come back to: `return_to` of this address, else the remembered one. */
export function readReturnPath(search: string): string | null {
  const asked = toLocalPath(new URLSearchParams(search).get('return_to'));
  return asked ?? readRemembered();
}

/** The remembered page, which is forgotten with that. */
export function takeReturnPath(): string | null {
  const path = readRemembered();
  forgetReturnPath();
  return path;
}

export function forgetReturnPath(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was remembered.
  }
}

function readRemembered(): string | null {
  try {
    return toLocalPath(sessionStorage.getItem(key));
  } catch {
    return null;
  }
}
