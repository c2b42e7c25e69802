import { backTestPipelineFile, listBuilds, type PipelineCommit } from '@millrace/contract/api';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RepoName } from '../../api/build-queries.ts';
import { callApi } from '../../api/call-api.ts';
import type { EditedFile } from '../../api/pipeline-plan-queries.ts';

/** A webhook of the forge starts the build, usually within seconds. A commit may also start none. */
const recheckMs = 1000;
const maxChecks = 30;
/** Number of builds of the branch among which the one of a commit is searched. */
const newestBuilds = '10';

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
