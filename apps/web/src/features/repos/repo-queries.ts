import { getRepo, listUserRepos } from '@millrace/contract/api';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';

export const repoListQuery = queryOptions({
  queryKey: ['repos'],
  queryFn: ({ signal }) => callApi(listUserRepos, { query: { latest: 'true' }, signal }),
});

export function repoQuery(namespace: string, name: string) {
  return queryOptions({
    queryKey: ['repo', `${namespace}/${name}`],
    queryFn: ({ signal }) => callApi(getRepo, { params: { namespace, name }, signal }),
  });
}
