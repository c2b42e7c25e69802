import { approveStage, cancelBuild, declineStage, restartBuild } from '@millrace/contract/api';
import { useQueryClient } from '@tanstack/react-query';
import { cacheBuild, cacheNewBuild } from '../../api/build-cache.ts';
import { buildListQuery, buildQuery, type RepoName } from '../../api/build-queries.ts';
import { callApi } from '../../api/call-api.ts';
import { callOnce } from '../../api/call-once.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { buildMessages } from '../../domain-ui/build-messages.ts';
import { repoMessages } from '../../domain-ui/repo-messages.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { showToast } from '../../ui/toast.ts';

export function useCancelBuild(repo: RepoName, number: number) {
  const text = useTexts(buildMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(cancelBuild, { params: { ...repo, build: number } }),
    meta: { failed: text.cancelFailed },
    onSuccess: (build) => {
      cacheBuild(client, repo, build);
      // Existing servers respond without the stages.
      if (!build.stages) void client.invalidateQueries(buildQuery(repo, number));
    },
  });
}

/** Key of all mutations that restart a build. */
export function restartKey({ namespace, name }: RepoName, number: number) {
  return ['restart', `${namespace}/${name}`, number];
}

/** @param debug Keeps the build open for a remote session, if the server supports it. */
export function useRestartBuild(repo: RepoName, number: number, { debug }: { debug: boolean }) {
  const text = useTexts(buildMessages);
  const client = useQueryClient();
  return useMutation({
    mutationKey: restartKey(repo, number),
    mutationFn: () =>
      callOnce(restartBuild, {
        params: { ...repo, build: number },
        query: debug ? { debug: 'true' } : {},
      }),
    meta: { failed: debug ? text.debugFailed : text.restartFailed },
    onSuccess: (build) => {
      if (build) cacheNewBuild(client, repo, build);
      else showToast('warning', text.restartSkipped);
    },
  });
}

/** Restarts the failed stages as the next attempt of the same build. */
export function useRestartFailed(repo: RepoName, number: number) {
  const text = useTexts(buildMessages);
  const client = useQueryClient();
  return useMutation({
    mutationKey: restartKey(repo, number),
    mutationFn: () =>
      callOnce(restartBuild, { params: { ...repo, build: number }, query: { only: 'failed' } }),
    meta: { failed: text.restartFailed },
    onSuccess: (build) => {
      if (build) cacheBuild(client, repo, build);
    },
  });
}

interface Decision {
  build: number;
  stage: number;
  decision: 'approve' | 'decline';
  /** Whether a person starts the stage, instead of approving its build. */
  isManual?: boolean;
}

/** Approves, starts or declines a blocked stage. */
export function useDecideStage(
  repo: RepoName,
  { build, stage, decision, isManual = false }: Decision,
) {
  const repoText = useTexts(repoMessages);
  const text = useTexts(buildMessages);
  const client = useQueryClient();
  const isApproval = decision === 'approve';
  const failed = isManual
    ? { approve: text.startFailed, decline: text.stageDeclineFailed }
    : { approve: text.approveFailed, decline: text.declineFailed };
  return useMutation({
    mutationFn: () =>
      callApi(isApproval ? approveStage : declineStage, {
        params: { ...repo, build, stage },
        body: {},
      }),
    // The response is empty, and existing servers send no event.
    onSuccess: () => {
      void client.invalidateQueries(buildQuery(repo, build));
      void client.invalidateQueries(buildListQuery(repo));
    },
    meta: {
      failed: isApproval ? failed.approve : failed.decline,
      notFound: repoText.adminOnly,
    },
  });
}
