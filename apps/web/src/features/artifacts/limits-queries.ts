import { getArtifactLimits } from '@millrace/contract/api';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';

export interface RepoName {
  namespace: string;
  name: string;
}

export function limitsQuery({ namespace, name }: RepoName) {
  const params = { namespace, name };
  return queryOptions({
    queryKey: ['artifact-limits', params],
    queryFn: ({ signal }) => callApi(getArtifactLimits, { params, signal }),
    meta: { quiet: true },
  });
}
