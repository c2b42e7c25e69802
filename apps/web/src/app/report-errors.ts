import type { QueryClient } from '@tanstack/react-query';
import { errorText, isNotFound, isUnauthorized } from '../api/api-error.ts';
import type { MutationTexts } from '../api/query-client.ts';
import { currentUserQuery } from '../features/session/session-queries.ts';
import { logError } from '../lib/log-error.ts';
import { isPageLeft } from '../lib/page-life.ts';
import { showToast } from '../ui/toast.ts';

/** Every failed read is told and logged. A session that has ended is not a failure: signing in follows. */
export function reportReadError(client: QueryClient, error: Error): void {
  if (isPageLeft()) return;
  logError(error);
  if (!isUnauthorized(error)) showToast('error', errorText(error), errorText(error));
  else if (client.getQueryData(currentUserQuery.queryKey)) {
    client.invalidateQueries({ queryKey: currentUserQuery.queryKey });
  }
}

/** Every failed change shows its sentence, and is logged. */
export function reportChangeError(error: Error, texts: MutationTexts): void {
  if (isPageLeft()) return;
  logError(error);
  const { failed, notFound } = texts;
  const quoted = isNotFound(error) && notFound ? '' : errorText(error);
  const message = quoted || notFound || '';
  showToast('error', failed ? failed(message) : message, quoted);
}
