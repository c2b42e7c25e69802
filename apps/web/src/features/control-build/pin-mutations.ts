import { pinBuild, unpinBuild } from '@millrace/contract/api';
import { useQueryClient } from '@tanstack/react-query';
import { cacheBuild } from '../../api/build-cache.ts';
import type { RepoName } from '../../api/build-queries.ts';
import { callApi } from '../../api/call-api.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { useRetentionMessages } from '../../lib/i18n/retention-messages.ts';

/** Pins a build, which protects it from retention and purges. */
export function usePinBuild(repo: RepoName, number: number) {
  const text = useRetentionMessages();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(pinBuild, { params: { ...repo, build: number } }),
    onSuccess: (build) => cacheBuild(client, repo, build),
    meta: { done: text.pinned, failed: text.pinFailed },
  });
}

export function useUnpinBuild(repo: RepoName, number: number) {
  const text = useRetentionMessages();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(unpinBuild, { params: { ...repo, build: number } }),
    onSuccess: (build) => cacheBuild(client, repo, build),
    meta: { done: text.unpinned, failed: text.unpinFailed },
  });
}
