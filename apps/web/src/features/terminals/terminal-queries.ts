import { type Build, listKeptSteps } from '@millrace/contract/api';
import { queryOptions } from '@tanstack/react-query';
import type { RepoName } from '../../api/build-queries.ts';
import { callApi } from '../../api/call-api.ts';

const refetchMs = 5000;
/** Time after the end of a build in which its runner reports that it keeps a step. */
const keepingSec = 30;

/** Steps of a failed build that were kept for terminals. */
export function keptStepsQuery({ namespace, name }: RepoName, { number, finished }: Build) {
  return queryOptions({
    queryKey: ['kept-steps', `${namespace}/${name}`, number],
    queryFn: ({ signal }) =>
      callApi(listKeptSteps, { params: { namespace, name, build: number }, signal }),
    refetchInterval: ({ state: { data } }) => {
      const isNew = finished === 0 || Date.now() / 1000 < finished + keepingSec;
      return isNew || data?.some(({ ended }) => ended === 0) ? refetchMs : false;
    },
    retry: false,
    meta: { quiet: true },
  });
}
