import { putArtifactLimits } from '@millrace/contract/api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';
import { usePageMessages } from '../../lib/i18n/messages.tsx';
import { limitsQuery, type RepoName } from './limits-queries.ts';
import { type LimitsForm, readLimitsForm } from './limits-view.ts';

export function useSaveLimits({ namespace, name }: RepoName) {
  const { artifactLimits: text } = usePageMessages();
  const client = useQueryClient();
  const params = { namespace, name };
  return useMutation({
    mutationFn: (form: LimitsForm) =>
      callApi(putArtifactLimits, { params, body: readLimitsForm(form) }),
    onSuccess: (saved) => client.setQueryData(limitsQuery(params).queryKey, saved),
    meta: { done: text.saved },
  });
}
