import { listCrons, previewCron, type Repo } from '@millrace/contract/api';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';

export type RepoName = Pick<Repo, 'namespace' | 'name'>;

export function cronsQuery({ namespace, name }: RepoName) {
  return queryOptions({
    queryKey: ['crons', namespace, name],
    queryFn: ({ signal }) => callApi(listCrons, { params: { namespace, name }, signal }),
  });
}

/** The next times of a schedule. Fails while its time zone is not complete. */
export function scheduleQuery({ namespace, name }: RepoName, expr: string, timeZone: string) {
  return queryOptions({
    queryKey: ['cron-times', namespace, name, expr, timeZone],
    queryFn: ({ signal }) =>
      callApi(previewCron, {
        params: { namespace, name },
        query: { expr, time_zone: timeZone },
        signal,
      }),
    meta: { quiet: true },
  });
}
