import { loadMessages, shownLocale } from '../lib/i18n/locale.ts';
import { logError } from '../lib/log-error.ts';

export type ToastKind = 'success' | 'warning' | 'error';

/**
 * Shows a notification; the code that draws it is fetched with the first one.
 * @param quoted the words in it that are the server's
 */
export function showToast(kind: ToastKind, message: string, quoted = ''): void {
  Promise.all([import('./toast-host.tsx'), loadMessages(shownLocale())]).then(
    ([{ pushToast }, messages]) => pushToast(kind, message, quoted, messages),
    (error: unknown) => logError(error),
  );
}
