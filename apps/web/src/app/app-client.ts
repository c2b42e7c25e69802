import type { QueryClient } from '@tanstack/react-query';
import { createQueryClient } from '../api/query-client.ts';
import { showToast } from '../ui/toast.ts';
import { reportChangeError, reportReadError } from './report-errors.ts';

/** Creates the query cache of the app. It shows a notification for each failed read and each change. */
export function createAppClient(): QueryClient {
  const client = createQueryClient({
    onReadError: (error) => reportReadError(client, error),
    onChangeError: (error, texts) => reportChangeError(client, error, texts),
    onChangeDone: (text) => showToast('success', text),
  });
  return client;
}
