import { inTabStorage } from '../../lib/tab-storage.ts';

const key = 'millrace.login';

/** Stores the login of a form that is sent, for this tab only, because the browser leaves the page. */
export function rememberLogin(login: string): void {
  inTabStorage((storage) => storage.setItem(key, login));
}

/** Returns the login that was sent last; undefined if there is none. */
export function readSentLogin(): string | undefined {
  return inTabStorage((storage) => storage.getItem(key)) ?? undefined;
}

export function forgetLogin(): void {
  inTabStorage((storage) => storage.removeItem(key));
}
