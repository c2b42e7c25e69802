import { deleteBranch, deleteDeployment } from '@millrace/contract/api';
import { useQueryClient } from '@tanstack/react-query';
import { branchSearchKey } from '../../api/branch-search.ts';
import { branchesQuery, deploymentsQuery, type RepoName } from '../../api/build-queries.ts';
import { callApi } from '../../api/call-api.ts';
import { updateList } from '../../api/update-cached.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { latestBuildMessages } from './messages.ts';

/** Removes a branch from the list. The branch and its builds stay. */
export function useRemoveBranch(repo: RepoName) {
  const { branches: text } = useTexts(latestBuildMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (branch: string) => callApi(deleteBranch, { params: { ...repo, '*': branch } }),
    onSuccess: (_, branch) => {
      updateList(client, branchesQuery(repo), (builds) =>
        builds.filter(({ target }) => target !== branch),
      );
      void client.invalidateQueries({ queryKey: branchSearchKey(repo) });
    },
    meta: { done: text.removed, failed: text.removeFailed },
  });
}

/** Removes an environment from the list. Its builds stay. */
export function useRemoveDeployment(repo: RepoName) {
  const { deployments: text } = useTexts(latestBuildMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (environment: string) =>
      callApi(deleteDeployment, { params: { ...repo, '*': environment } }),
    onSuccess: (_, environment) =>
      updateList(client, deploymentsQuery(repo), (builds) =>
        builds.filter(({ deploy_to }) => deploy_to !== environment),
      ),
    meta: { done: text.removed, failed: text.removeFailed },
  });
}
