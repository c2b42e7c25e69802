import { dropJob, listJobs, retryJob } from '@millrace/contract/api';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { jobMessages } from './messages.ts';

const jobsKey = ['jobs'] as const;
const refreshMs = 5000;

export interface JobFilter {
  q: string;
  kind: string;
  state: string;
  limit: number;
}

export const jobsQuery = ({ limit, ...filter }: JobFilter) =>
  queryOptions({
    queryKey: [...jobsKey, filter, limit],
    queryFn: ({ signal }) =>
      callApi(listJobs, { query: { ...filter, limit: String(limit) }, signal }),
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
  });

export function useRetryJob() {
  const text = useTexts(jobMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (job: number) => callApi(retryJob, { params: { job } }),
    onSettled: () => client.invalidateQueries({ queryKey: jobsKey }),
    meta: { done: text.retried, failed: text.changeFailed },
  });
}

export function useDropJob() {
  const text = useTexts(jobMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (job: number) => callApi(dropJob, { params: { job } }),
    onSettled: () => client.invalidateQueries({ queryKey: jobsKey }),
    meta: { done: text.dropped, failed: text.changeFailed },
  });
}
