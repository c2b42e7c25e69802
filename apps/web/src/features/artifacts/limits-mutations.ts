import { patchArtifactLimits } from '@millrace/contract/api';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { artifactLimitMessages } from './limit-messages.ts';
import { limitsQuery, type RepoName } from './limits-queries.ts';
import { type LimitsForm, readLimits } from './limits-view.ts';

export function useSaveLimits({ namespace, name }: RepoName) {
  const text = useTexts(artifactLimitMessages);
  const client = useQueryClient();
  const params = { namespace, name };
  return useMutation({
    mutationFn: (changes: Partial<LimitsForm>) =>
      callApi(patchArtifactLimits, { params, body: readLimits(changes) }),
    onSuccess: (saved) => client.setQueryData(limitsQuery(params).queryKey, saved),
    meta: { done: text.saved },
  });
}
