import { getBranchFile, getCommitPlan, planPipelineFile } from '@millrace/contract/api';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RepoName } from './build-queries.ts';
import { callApi } from './call-api.ts';

/** An edited file beside the other files of a branch. An empty branch is the default branch. */
export interface EditedFile {
  text: string;
  branch: string;
}

export function branchFileQuery({ namespace, name }: RepoName, branch: string) {
  return queryOptions({
    queryKey: ['branch-file', `${namespace}/${name}`, branch],
    queryFn: ({ signal }) =>
      callApi(getBranchFile, {
        params: { namespace, name },
        query: branch ? { branch } : {},
        signal,
      }),
    // A new text would replace what the person has typed.
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });
}

export function filePlanQuery({ namespace, name }: RepoName, { text, branch }: EditedFile) {
  return queryOptions({
    queryKey: ['file-plan', `${namespace}/${name}`, branch, text],
    queryFn: ({ signal }) =>
      callApi(planPipelineFile, {
        params: { namespace, name },
        body: { text, facts: { branch } },
        signal,
      }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    meta: { quiet: true },
  });
}

/** Queries what a push of a commit starts. An empty branch is the default branch. */
export function commitPlanQuery({ namespace, name }: RepoName, commit: string, branch: string) {
  return queryOptions({
    queryKey: ['commit-plan', `${namespace}/${name}`, commit, branch],
    queryFn: ({ signal }) =>
      callApi(getCommitPlan, {
        params: { namespace, name, commit },
        query: branch ? { branch } : {},
        signal,
      }),
    meta: { quiet: true },
  });
}
