import {
  deletePolicy,
  listPolicies,
  type NewPolicy,
  previewPolicy,
  setPolicy,
} from '@millrace/contract/api';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { policyMessages } from './messages.ts';

export const policiesQuery = queryOptions({
  queryKey: ['policies'],
  queryFn: ({ signal }) => callApi(listPolicies, { signal }),
});

export function useSetPolicy() {
  const text = useTexts(policyMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ name, body }: { name: string; body: NewPolicy }) =>
      callApi(setPolicy, { params: { policy: name }, body }),
    onSuccess: () => client.invalidateQueries(policiesQuery),
    meta: { done: text.saved },
  });
}

export function useDeletePolicy() {
  const text = useTexts(policyMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => callApi(deletePolicy, { params: { policy: name } }),
    onSettled: () => client.invalidateQueries(policiesQuery),
    meta: { done: text.deleted },
  });
}

export function usePreviewPolicy() {
  return useMutation({
    mutationFn: (body: NewPolicy) => callApi(previewPolicy, { body }),
  });
}
