import { getRepoPriority, type RepoPriority, setRepoPriority } from '@millrace/contract/api';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { RepoName } from '../../api/build-queries.ts';
import { callApi } from '../../api/call-api.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { priorityMessages } from './messages.ts';

export const priorityQuery = ({ namespace, name }: RepoName) =>
  queryOptions({
    queryKey: ['priority', `${namespace}/${name}`],
    queryFn: ({ signal }) => callApi(getRepoPriority, { params: { namespace, name }, signal }),
  });

export function useSavePriority({ namespace, name }: RepoName) {
  const text = useTexts(priorityMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RepoPriority) =>
      callApi(setRepoPriority, { params: { namespace, name }, body }),
    onSuccess: (saved) => {
      client.setQueryData(priorityQuery({ namespace, name }).queryKey, saved);
    },
    meta: { done: text.saved },
  });
}
