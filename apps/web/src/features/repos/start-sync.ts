import { syncUserRepos } from '@millrace/contract/api';
import { callApi } from '../../api/call-api.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { syncMessages } from './messages.ts';

/** Starts a sync of the account's repositories, which runs on the server. */
export function useStartSync(setSyncing: (isSyncing: boolean) => void, onStarted: () => unknown) {
  const text = useTexts(syncMessages);
  return useMutation({
    mutationFn: () => callApi(syncUserRepos, { query: { async: 'true' } }),
    onMutate: () => setSyncing(true),
    onSuccess: onStarted,
    onError: () => setSyncing(false),
    meta: { failed: () => text.failed },
  });
}
