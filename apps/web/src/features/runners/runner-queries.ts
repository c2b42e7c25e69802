import { forgetRunner, listRunnerSummaries, setRunnerState } from '@millrace/contract/api';
import type { RunnerState } from '@millrace/contract/vocabulary';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { runnerMessages } from './messages.ts';

const refreshMs = 3000;

export const runnersQuery = queryOptions({
  queryKey: ['runners'],
  queryFn: ({ signal }) => callApi(listRunnerSummaries, { signal }),
  refetchInterval: refreshMs,
});

export function useSetRunnerState(runner: string) {
  const text = useTexts(runnerMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (state: RunnerState) =>
      callApi(setRunnerState, { params: { runner }, body: { state } }),
    onSettled: () => client.invalidateQueries(runnersQuery),
    meta: { failed: text.changeFailed },
  });
}

export function useForgetRunner(runner: string) {
  const text = useTexts(runnerMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(forgetRunner, { params: { runner } }),
    onSettled: () => client.invalidateQueries(runnersQuery),
    meta: { failed: text.forgetFailed },
  });
}
