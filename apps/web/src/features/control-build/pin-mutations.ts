import { pinBuild, unpinBuild } from '@millrace/contract/api';
import { useQueryClient } from '@tanstack/react-query';
import { cacheBuild } from '../../api/build-cache.ts';
import type { RepoName } from '../../api/build-queries.ts';
import { callApi } from '../../api/call-api.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { pinMessages } from '../../domain-ui/pin-messages.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';

/** Pins a build, which protects it from retention and purges. */
export function usePinBuild(repo: RepoName, number: number) {
  const text = useTexts(pinMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(pinBuild, { params: { ...repo, build: number } }),
    onSuccess: (build) => cacheBuild(client, repo, build),
    meta: { done: text.pinned, failed: text.pinFailed },
  });
}

export function useUnpinBuild(repo: RepoName, number: number) {
  const text = useTexts(pinMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(unpinBuild, { params: { ...repo, build: number } }),
    onSuccess: (build) => cacheBuild(client, repo, build),
    meta: { done: text.unpinned, failed: text.unpinFailed },
  });
}
