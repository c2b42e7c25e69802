import {
  approveStage,
  type Build,
  cancelBuild,
  createBuild,
  declineStage,
  promoteBuild,
  restartBuild,
  rollbackBuild,
} from '@millrace/contract/api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';
import { useMessages, usePageMessages } from '../../lib/i18n/messages.tsx';
import { showToast } from '../../ui/toast.ts';
import type { RepoName } from './build-queries.ts';
import { type DeployForm, deployQuery } from './deploy-form.ts';
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
  const { newBuild: text } = usePageMessages();
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
  const { build: text } = usePageMessages();
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

/** @param debug keeps the build open for a remote session, where the server can */
export function useRestartBuild(
  repo: RepoName,
  number: number,
  { debug }: { debug: boolean },
  onDone: (build: Build) => void,
) {
  const { build: text } = usePageMessages();
  const refresh = useRefreshBuilds(repo);
  return useMutation({
    mutationFn: () =>
      callApi(restartBuild, {
        params: { ...repo, build: number },
        query: debug ? { debug: 'true' } : {},
      }),
    meta: { failed: debug ? text.debugFailed : text.restartFailed },
    onSuccess: (build) => {
      refresh();
      if (build) onDone(build);
      else showToast('warning', text.restartSkipped);
    },
  });
}

/** A promotion or a rollback; an empty answer means that the repository has nothing for it. */
export function useDeployBuild(repo: RepoName, number: number, onDone: (build: Build) => void) {
  const { deploy: text } = usePageMessages();
  const refresh = useRefreshBuilds(repo);
  return useMutation({
    mutationFn: (form: DeployForm) =>
      callApi(form.action === 'promote' ? promoteBuild : rollbackBuild, {
        params: { ...repo, build: number },
        query: deployQuery(form),
      }),
    meta: { failed: text.failed },
    onSuccess: (build) => {
      refresh();
      if (build) onDone(build);
      else showToast('error', text.nothing);
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
  const { repo: repoText } = useMessages();
  const { build: text } = usePageMessages();
  const isApproval = decision === 'approve';
  return useMutation({
    mutationFn: () =>
      callApi(isApproval ? approveStage : declineStage, { params: { ...repo, build, stage } }),
    onSuccess: useRefreshBuilds(repo),
    meta: {
      failed: isApproval ? text.approveFailed : text.declineFailed,
      notFound: repoText.adminOnly,
    },
  });
}
