import { patchRetention } from '@millrace/contract/api';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { retentionMessages } from './messages.ts';
import { type RepoName, retentionQuery } from './retention-queries.ts';
import { bodyOf, type RetentionForm } from './retention-view.ts';

export function useSaveRetention({ namespace, name }: RepoName) {
  const text = useTexts(retentionMessages);
  const client = useQueryClient();
  const params = { namespace, name };
  return useMutation({
    mutationFn: (changes: Partial<RetentionForm>) =>
      callApi(patchRetention, { params, body: bodyOf(changes) }),
    onSuccess: (saved) => {
      client.setQueryData(retentionQuery(params).queryKey, saved);
      // The limits of artifacts contain one of these limits.
      void client.invalidateQueries({ queryKey: ['artifact-limits', params] });
    },
    meta: { done: text.saved },
  });
}
