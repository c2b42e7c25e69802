import { disableRepo, type Repo, type RepoSettings, updateRepo } from '@millrace/contract/api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';
import { useMessages, usePageMessages } from '../../lib/i18n/messages.tsx';

type RepoName = Pick<Repo, 'namespace' | 'name'>;

/** What a change of a repository makes stale. */
function useRefreshRepo({ namespace, name }: RepoName) {
  const client = useQueryClient();
  return () => {
    client.invalidateQueries({ queryKey: ['repo', `${namespace}/${name}`] });
    client.invalidateQueries({ queryKey: ['repos'] });
  };
}

export function useSaveSettings({ namespace, name }: RepoName) {
  const { repo } = useMessages();
  const { settings: text } = usePageMessages();
  return useMutation({
    mutationFn: (settings: RepoSettings) =>
      callApi(updateRepo, { params: { namespace, name }, body: settings }),
    onSuccess: useRefreshRepo({ namespace, name }),
    meta: { done: text.saved, failed: text.saveFailed, notFound: repo.adminOnly },
  });
}

export function useDisableRepo({ namespace, name }: RepoName) {
  const { settings: text } = usePageMessages();
  return useMutation({
    mutationFn: () => callApi(disableRepo, { params: { namespace, name }, query: {} }),
    onSuccess: useRefreshRepo({ namespace, name }),
    meta: { done: text.disabled, failed: text.disableFailed },
  });
}
