import { type Build, getFailureHistory } from '@millrace/contract/api';
import { queryOptions } from '@tanstack/react-query';
import type { RepoName } from '../../api/build-queries.ts';
import { callApi } from '../../api/call-api.ts';

/** Reads when the build started to fail. Each attempt has its own answer. */
export function failureQuery({ namespace, name }: RepoName, { number, attempt }: Build) {
  return queryOptions({
    queryKey: ['failure', `${namespace}/${name}`, number, attempt],
    queryFn: ({ signal }) =>
      callApi(getFailureHistory, { params: { namespace, name, build: number }, signal }),
    meta: { quiet: true },
  });
}
