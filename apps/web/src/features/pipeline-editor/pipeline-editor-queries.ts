import {
  backTestPipelineFile,
  getBranchFile,
  listBuilds,
  type PipelineCommit,
  planPipelineFile,
} from '@millrace/contract/api';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RepoName } from '../../api/build-queries.ts';
import { callApi } from '../../api/call-api.ts';

/** A webhook of the forge starts the build, usually within seconds. A commit may also start none. */
const recheckMs = 1000;
const maxChecks = 30;
/** Number of builds of the branch among which the one of a commit is searched. */
const newestBuilds = '10';

/** An edited file beside the other files of a branch. An empty branch is the default branch. */
interface EditedFile {
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

export function backTestQuery({ namespace, name }: RepoName, { text, branch }: EditedFile) {
  return queryOptions({
    queryKey: ['back-test', `${namespace}/${name}`, branch, text],
    queryFn: ({ signal }) =>
      callApi(backTestPipelineFile, {
        params: { namespace, name },
        body: { text, branch },
        signal,
      }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    meta: { quiet: true },
  });
}

/** Queries the number of the build that a commit has started; null while there is none. */
export function buildOfCommitQuery(
  { namespace, name }: RepoName,
  { branch, commit }: Pick<PipelineCommit, 'branch' | 'commit'>,
) {
  return queryOptions({
    queryKey: ['build-of-commit', `${namespace}/${name}`, commit],
    queryFn: async ({ signal }) => {
      const query = { branch, event: 'push', per_page: newestBuilds };
      const builds = await callApi(listBuilds, { params: { namespace, name }, query, signal });
      return builds.find(({ after }) => after === commit)?.number ?? null;
    },
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data === null && dataUpdateCount < maxChecks ? recheckMs : false,
    meta: { quiet: true },
  });
}
