import { logError } from '../lib/log-error.ts';

export type ToastKind = 'success' | 'warning' | 'error';

/** Shows a notification; the code that draws it is fetched with the first one. */
export function showToast(kind: ToastKind, message: string): void {
  import('./toast-host.tsx').then(
    ({ pushToast }) => pushToast(kind, message),
    (error: unknown) => logError(error),
  );
}
