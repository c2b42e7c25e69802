import { promoteBuild, rollbackBuild } from '@millrace/contract/api';
import { useQueryClient } from '@tanstack/react-query';
import { cacheNewBuild } from '../../api/build-cache.ts';
import type { RepoName } from '../../api/build-queries.ts';
import { callOnce } from '../../api/call-once.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { showToast } from '../../ui/toast.ts';
import { type DeployForm, deployQuery } from './deploy-form.ts';
import { deployMessages } from './deploy-messages.ts';

/** Starts a promotion or rollback. The response is empty if no pipeline of the repository runs for it. */
export function useDeployBuild(repo: RepoName, number: number) {
  const text = useTexts(deployMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (form: DeployForm) =>
      callOnce(form.action === 'promote' ? promoteBuild : rollbackBuild, {
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
