import { syncUserRepos } from '@millrace/contract/api';
import { callApi } from '../../api/call-api.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { usePageMessages } from '../../lib/i18n/messages.tsx';

/** Starts a sync of the account's repositories, which runs on the server. */
export function useStartSync(setSyncing: (isSyncing: boolean) => void, onStarted: () => unknown) {
  const { sync: text } = usePageMessages();
  return useMutation({
    mutationFn: () => callApi(syncUserRepos, { query: { async: 'true' } }),
    onMutate: () => setSyncing(true),
    onSuccess: onStarted,
    onError: () => setSyncing(false),
    meta: { failed: () => text.failed },
  });
}
