import type { QueryClient } from '@tanstack/react-query';
import { createQueryClient } from '../api/query-client.ts';
import { showToast } from '../ui/toast.ts';
import { reportChangeError, reportReadError } from './report-errors.ts';

/** The cache of the app; it shows a notification for each failure and each change. */
export function createAppClient(): QueryClient {
  const client = createQueryClient({
    onReadError: (error) => reportReadError(client, error),
    onChangeError: (error, texts) => reportChangeError(client, error, texts),
    onChangeDone: (text) => showToast('success', text),
  });
  return client;
}
