import { getPipelineChange } from '@millrace/contract/api';
import { queryOptions } from '@tanstack/react-query';
import type { RepoName } from '../../api/build-queries.ts';
import { callApi } from '../../api/call-api.ts';

/** The back-test usually ends within a second after the build was created. */
const recheckMs = 2000;

/** Queries the back-test of a build that changes the pipeline file. */
export function pipelineChangeQuery({ namespace, name }: RepoName, build: number) {
  return queryOptions({
    queryKey: ['pipeline-change', `${namespace}/${name}`, build],
    queryFn: ({ signal }) =>
      callApi(getPipelineChange, { params: { namespace, name, build }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.status === 'pending' ? recheckMs : false),
    meta: { quiet: true },
  });
}
