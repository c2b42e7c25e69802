import { getBuildTrend, listTrendParts } from '@millrace/contract/api';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RepoName } from '../../api/build-queries.ts';
import { callApi } from '../../api/call-api.ts';
import type { TrendChoice } from './trend-address.ts';

/** Days of the server's answer are those of the viewer, as in the filter of builds. */
function commonQuery({ range, branch, event }: TrendChoice) {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return { range, zone, ...(branch && { branch }), ...(event && { event }) };
}

export function buildTrendQuery({ namespace, name }: RepoName, choice: TrendChoice) {
  const { stage, step } = choice;
  const query = { ...commonQuery(choice), ...(stage && { stage }), ...(step && { step }) };
  return queryOptions({
    queryKey: ['build-trend', `${namespace}/${name}`, query],
    queryFn: ({ signal }) => callApi(getBuildTrend, { params: { namespace, name }, query, signal }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
}

export function trendPartsQuery({ namespace, name }: RepoName, choice: TrendChoice) {
  const query = commonQuery(choice);
  return queryOptions({
    queryKey: ['trend-parts', `${namespace}/${name}`, query],
    queryFn: ({ signal }) =>
      callApi(listTrendParts, { params: { namespace, name }, query, signal }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
}
