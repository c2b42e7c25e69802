import {
  cancelBuild,
  pauseQueue,
  prioritizeBuild,
  type QueuedStage,
  readQueue,
  resumeQueue,
} from '@millrace/contract/api';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { queueMessages } from './messages.ts';

const queueKey = ['queue'] as const;
const refreshMs = 3000;

export interface QueueFilter {
  q: string;
  /** `running`, `waiting`, a reason, or empty. */
  state: string;
  limit: number;
}

export const queueQuery = ({ q, state, limit }: QueueFilter) =>
  queryOptions({
    queryKey: [...queueKey, q, state, limit],
    queryFn: ({ signal }) =>
      callApi(readQueue, { query: { q, state, limit: String(limit) }, signal }),
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
  });

/** Pauses the queue, or resumes it. */
export function useSetPaused() {
  const text = useTexts(queueMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (isPaused: boolean) => callApi(isPaused ? pauseQueue : resumeQueue, {}),
    onSettled: () => client.invalidateQueries({ queryKey: queueKey }),
    meta: { failed: text.pauseFailed },
  });
}

/** Cancels the build of a stage. */
export function useCancelQueued() {
  const text = useTexts(queueMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ repo, build }: QueuedStage) => {
      const [namespace = '', name = ''] = repo.split('/');
      return callApi(cancelBuild, { params: { namespace, name, build } });
    },
    onSettled: () => client.invalidateQueries({ queryKey: queueKey }),
    meta: { done: text.cancelled, failed: text.cancelFailed },
  });
}

/** Lets the build of a stage go before all others. */
export function useRunNext() {
  const text = useTexts(queueMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ repo, build }: QueuedStage) => {
      const [namespace = '', name = ''] = repo.split('/');
      const params = { namespace, name, build };
      return callApi(prioritizeBuild, { params, body: { priority: 'next' } });
    },
    onSettled: () => client.invalidateQueries({ queryKey: queueKey }),
    meta: { done: text.runsNext, failed: text.runNextFailed },
  });
}
