import { createBuild } from '@millrace/contract/api';
import { useQueryClient } from '@tanstack/react-query';
import { cacheNewBuild } from '../../api/build-cache.ts';
import type { RepoName } from '../../api/build-queries.ts';
import { callOnce } from '../../api/call-once.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { showToast } from '../../ui/toast.ts';
import { newBuildMessages } from './messages.ts';
import { type NewBuildForm, newBuildQuery } from './new-build-form.ts';

export function useCreateBuild(repo: RepoName) {
  const text = useTexts(newBuildMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (form: NewBuildForm) =>
      callOnce(createBuild, { params: { ...repo }, query: newBuildQuery(form) }),
    meta: { failed: text.failed },
    onSuccess: (build) => {
      if (build) {
        cacheNewBuild(client, repo, build);
        showToast('success', text.started);
      } else showToast('warning', text.skipped);
    },
  });
}
