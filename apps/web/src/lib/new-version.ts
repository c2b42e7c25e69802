import { logError } from './log-error.ts';
import { hasTypedInput } from './typed-input.ts';

const key = 'millrace.reloaded-at';
/** Minimum time between reloads. Prevents a reload loop if servers of two versions share an address. */
const reloadPauseMs = 60_000;

let isRunning = false;
const subscribers = new Set<() => void>();

/** Returns whether the server runs another version than this page. */
export function isNewVersionRunning(): boolean {
  return isRunning;
}

export function subscribeToNewVersion(onChange: () => void): () => void {
  subscribers.add(onChange);
  return () => subscribers.delete(onChange);
}

/**
 * Fetches the page from the server. If it refers to another script than this page, the server was upgraded:
 * reloads the page, unless unsaved input would be lost.
 */
export async function checkForNewVersion(): Promise<void> {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  if (isRunning || !script) return;
  try {
    const response = await fetch(location.href, {
      cache: 'no-store',
      headers: { accept: 'text/html' },
    });
    const page = await response.text();
    if (!response.ok || !page.includes('type="module"')) return;
    if (page.includes(new URL(script.src).pathname)) return;
  } catch (error) {
    return logError(error);
  }
  isRunning = true;
  for (const onChange of subscribers) onChange();
  reloadForNewVersion();
}

/** Reloads the page if the server runs a new version and no unsaved input would be lost. */
export function reloadForNewVersion(): void {
  if (!isRunning || hasTypedInput() || !mayReload()) return;
  location.reload();
}

function mayReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(key));
    if (Date.now() - last < reloadPauseMs) return false;
    sessionStorage.setItem(key, String(Date.now()));
    return true;
  } catch {
    // Without storage, nothing would prevent a reload loop.
    return false;
  }
}
