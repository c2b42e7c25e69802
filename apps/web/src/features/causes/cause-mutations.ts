import { type CauseChange, updateRepoCause } from '@millrace/contract/api';
import { useQueryClient } from '@tanstack/react-query';
import type { RepoName } from '../../api/build-queries.ts';
import { callApi } from '../../api/call-api.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { repoCauseQuery } from './cause-page-queries.ts';
import { causeMessages } from './messages.ts';

export function useChangeCause({ namespace, name }: RepoName, cause: number) {
  const text = useTexts(causeMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CauseChange) =>
      callApi(updateRepoCause, { params: { namespace, name, cause }, body }),
    onSuccess: (changed) =>
      client.setQueryData(repoCauseQuery({ namespace, name }, cause).queryKey, changed),
    meta: { done: text.saved, failed: text.saveFailed },
  });
}
