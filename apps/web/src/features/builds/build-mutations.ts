import {
  approveStage,
  type Build,
  cancelBuild,
  createBuild,
  declineStage,
  restartBuild,
} from '@millrace/contract/api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';
import { useMessages } from '../../lib/i18n/messages.tsx';
import { showToast } from '../../ui/toast.ts';
import type { RepoName } from './build-queries.ts';
import { type NewBuildForm, newBuildQuery } from './new-build-form.ts';

/** A build that starts, or one that ends, belongs into the list and onto the open page. */
function useRefreshBuilds({ namespace, name }: RepoName) {
  const client = useQueryClient();
  const slug = `${namespace}/${name}`;
  return () => {
    client.invalidateQueries({ queryKey: ['builds', slug] });
    client.invalidateQueries({ queryKey: ['build', slug] });
  };
}

export function useCreateBuild(repo: RepoName, onDone: (build: Build | null) => void) {
  const { newBuild: text } = useMessages();
  const refresh = useRefreshBuilds(repo);
  return useMutation({
    mutationFn: (form: NewBuildForm) =>
      callApi(createBuild, { params: { ...repo }, query: newBuildQuery(form) }),
    meta: { failed: text.failed },
    onSuccess: (build) => {
      refresh();
      if (build) showToast('success', text.started);
      else showToast('warning', text.skipped);
      onDone(build);
    },
  });
}

export function useCancelBuild(repo: RepoName, number: number, onDone: (build: Build) => void) {
  const { build: text } = useMessages();
  const refresh = useRefreshBuilds(repo);
  return useMutation({
    mutationFn: () => callApi(cancelBuild, { params: { ...repo, build: number } }),
    meta: { failed: text.cancelFailed },
    onSuccess: (build) => {
      refresh();
      onDone(build);
    },
  });
}

export function useRestartBuild(repo: RepoName, number: number, onDone: (build: Build) => void) {
  const { build: text } = useMessages();
  const refresh = useRefreshBuilds(repo);
  return useMutation({
    mutationFn: () => callApi(restartBuild, { params: { ...repo, build: number }, query: {} }),
    meta: { failed: text.restartFailed },
    onSuccess: (build) => {
      refresh();
      if (build) onDone(build);
      else showToast('warning', text.restartSkipped);
    },
  });
}

interface Decision {
  build: number;
  stage: number;
  decision: 'approve' | 'decline';
}

/** Approves or declines a stage that is blocked. */
export function useDecideStage(repo: RepoName, { build, stage, decision }: Decision) {
  const { build: text } = useMessages();
  const isApproval = decision === 'approve';
  return useMutation({
    mutationFn: () =>
      callApi(isApproval ? approveStage : declineStage, { params: { ...repo, build, stage } }),
    onSuccess: useRefreshBuilds(repo),
    meta: { failed: isApproval ? text.approveFailed : text.declineFailed },
  });
}
