import {
  deleteOwnerLimits,
  listOwnerLimits,
  type NewOwnerLimits,
  setOwnerLimits,
} from '@millrace/contract/api';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { ownerLimitMessages } from './messages.ts';

export const ownerLimitsQuery = queryOptions({
  queryKey: ['owner-limits'],
  queryFn: ({ signal }) => callApi(listOwnerLimits, { signal }),
});

export function useSetOwnerLimits() {
  const text = useTexts(ownerLimitMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ namespace, ...body }: NewOwnerLimits & { namespace: string }) =>
      callApi(setOwnerLimits, { params: { namespace }, body }),
    onSuccess: () => client.invalidateQueries(ownerLimitsQuery),
    meta: { done: text.saved },
  });
}

export function useDeleteOwnerLimits() {
  const text = useTexts(ownerLimitMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (namespace: string) => callApi(deleteOwnerLimits, { params: { namespace } }),
    onSettled: () => client.invalidateQueries(ownerLimitsQuery),
    meta: { done: text.deleted },
  });
}
