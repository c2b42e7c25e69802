import { getCaches } from '@millrace/contract/api';
import { queryOptions } from '@tanstack/react-query';
import type { RepoName } from '../../api/build-queries.ts';
import { callApi } from '../../api/call-api.ts';

export const cachesQuery = ({ namespace, name }: RepoName) =>
  queryOptions({
    queryKey: ['caches', namespace, name],
    queryFn: ({ signal }) => callApi(getCaches, { params: { namespace, name }, signal }),
  });
