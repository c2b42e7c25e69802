import { getStarterPipelines, listFirstPipelines, type Repo } from '@millrace/contract/api';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';

export const starterPipelinesQuery = ({ namespace, name }: Pick<Repo, 'namespace' | 'name'>) =>
  queryOptions({
    queryKey: ['starter-pipelines', `${namespace}/${name}`],
    queryFn: ({ signal }) => callApi(getStarterPipelines, { params: { namespace, name }, signal }),
    // A pipeline file may have been pushed since the last visit.
    gcTime: 0,
  });

export const firstPipelinesQuery = queryOptions({
  queryKey: ['starter-pipelines'],
  queryFn: ({ signal }) => callApi(listFirstPipelines, { signal }),
});
