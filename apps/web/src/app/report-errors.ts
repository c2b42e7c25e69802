import type { QueryClient } from '@tanstack/react-query';
import { errorText, isNotFound, isUnauthorized } from '../api/api-error.ts';
import type { MutationTexts } from '../api/query-client.ts';
import { currentUserQuery } from '../features/sign-in/session-queries.ts';
import { logError } from '../lib/log-error.ts';
import { isPageLeft } from '../lib/page-life.ts';
import { showToast } from '../ui/toast.ts';

/** Logs a failed read and shows its message. If the session has ended, shows the sign-in notice instead. */
export function reportReadError(client: QueryClient, error: Error): void {
  if (isPageLeft()) return;
  logError(error);
  if (isUnauthorized(error)) checkSession(client);
  else showToast('error', errorText(error), errorText(error));
}

/** Logs a failed change and shows its message. */
export function reportChangeError(client: QueryClient, error: Error, texts: MutationTexts): void {
  if (isPageLeft()) return;
  logError(error);
  if (isUnauthorized(error)) checkSession(client);
  const { failed, notFound } = texts;
  const quoted = isNotFound(error) && notFound ? '' : errorText(error);
  const message = quoted || notFound || '';
  showToast('error', failed ? failed(message) : message, quoted);
}

function checkSession(client: QueryClient): void {
  if (client.getQueryData(currentUserQuery.queryKey)) {
    void client.invalidateQueries({ queryKey: currentUserQuery.queryKey });
  }
}
