import { type Build, getFailureHistory } from '@millrace/contract/api';
import { queryOptions } from '@tanstack/react-query';
import type { RepoName } from '../../api/build-queries.ts';
import { callApi } from '../../api/call-api.ts';

/** Queries since when the build has been failing. The result depends on the attempt. */
export function failureQuery({ namespace, name }: RepoName, { number, attempt }: Build) {
  return queryOptions({
    queryKey: ['failure', `${namespace}/${name}`, number, attempt],
    queryFn: ({ signal }) =>
      callApi(getFailureHistory, { params: { namespace, name, build: number }, signal }),
    meta: { quiet: true },
  });
}
