import { activateRepo, type Repo } from '@millrace/contract/api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';
import { useMessages } from '../../lib/i18n/messages.tsx';
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
    },
    meta: { done: text.activated },
  });
}
