import { createBuild, promoteBuild, rollbackBuild } from '@millrace/contract/api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { cacheNewBuild } from '../../api/build-cache.ts';
import type { RepoName } from '../../api/build-queries.ts';
import { callApi } from '../../api/call-api.ts';
import { usePageMessages } from '../../lib/i18n/messages.tsx';
import { showToast } from '../../ui/toast.ts';
import { type DeployForm, deployQuery } from './deploy-form.ts';
import { type NewBuildForm, newBuildQuery } from './new-build-form.ts';

export function useCreateBuild(repo: RepoName) {
  const { newBuild: text } = usePageMessages();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (form: NewBuildForm) =>
      callApi(createBuild, { params: { ...repo }, query: newBuildQuery(form) }),
    meta: { failed: text.failed },
    onSuccess: (build) => {
      if (build) {
        cacheNewBuild(client, repo, build);
        showToast('success', text.started);
      } else showToast('warning', text.skipped);
    },
  });
}

/** Starts a promotion or rollback. The response is empty if no pipeline of the repository runs for it. */
export function useDeployBuild(repo: RepoName, number: number) {
  const { deploy: text } = usePageMessages();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (form: DeployForm) =>
      callApi(form.action === 'promote' ? promoteBuild : rollbackBuild, {
        params: { ...repo, build: number },
        query: deployQuery(form),
      }),
    meta: { failed: text.failed },
    onSuccess: (build) => {
      if (build) cacheNewBuild(client, repo, build);
      else showToast('error', text.nothing);
    },
  });
}
