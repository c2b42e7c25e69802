import {
  type BisectionSettings,
  cancelBisection,
  type NewBisection,
  startBisection,
  updateBisectionSettings,
} from '@millrace/contract/api';
import { useQueryClient } from '@tanstack/react-query';
import type { RepoName } from '../../api/build-queries.ts';
import { callApi } from '../../api/call-api.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { bisectionQuery, bisectionSettingsQuery, bisectionsQuery } from './bisection-queries.ts';
import { bisectionMessages } from './messages.ts';

export function useStartBisection({ namespace, name }: RepoName) {
  const text = useTexts(bisectionMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewBisection) =>
      callApi(startBisection, { params: { namespace, name }, body }),
    onSettled: () => client.invalidateQueries(bisectionsQuery({ namespace, name })),
    meta: { done: text.started, failed: text.startFailed },
  });
}

export function useCancelBisection({ namespace, name }: RepoName, bisection: number) {
  const text = useTexts(bisectionMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(cancelBisection, { params: { namespace, name, bisection } }),
    onSettled: () => client.invalidateQueries(bisectionQuery({ namespace, name }, bisection)),
    meta: { done: text.canceled, failed: text.cancelFailed },
  });
}

export function useChangeBisectionSettings({ namespace, name }: RepoName) {
  const text = useTexts(bisectionMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Partial<Pick<BisectionSettings, 'automatic' | 'comments'>>) =>
      callApi(updateBisectionSettings, { params: { namespace, name }, body }),
    onSuccess: (changed) =>
      client.setQueryData(bisectionSettingsQuery({ namespace, name }).queryKey, changed),
    meta: { done: text.saved, failed: text.saveFailed },
  });
}
