import { activateRepo, type Repo } from '@millrace/contract/api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '../../api/api-error.ts';
import { callApi } from '../../api/call-api.ts';
import { useMessages } from '../../lib/i18n/messages.tsx';
import { logError } from '../../lib/log-error.ts';
import { showToast } from '../../ui/toast.ts';
import { repoListQuery, repoQuery } from './repo-queries.ts';

export function useActivateRepo({ namespace, name }: Repo) {
  const client = useQueryClient();
  const { repo: text } = useMessages();
  return useMutation({
    mutationFn: () => callApi(activateRepo, { params: { namespace, name } }),
    onSuccess: (repo) => {
      const { queryKey } = repoQuery(namespace, name);
      client.setQueryData(queryKey, (old) => (old ? { ...old, ...repo } : repo));
      client.invalidateQueries({ queryKey });
      client.invalidateQueries({ queryKey: repoListQuery.queryKey });
      showToast('success', text.activated);
    },
    onError: (error) => {
      logError(error);
      showToast('error', errorText(error));
    },
  });
}
