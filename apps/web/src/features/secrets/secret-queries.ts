import {
  createOrgSecret,
  createSecret,
  deleteOrgSecret,
  deleteSecret,
  listOrgSecrets,
  listSecrets,
  type NewSecret,
} from '@millrace/contract/api';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';
import { usePageMessages } from '../../lib/i18n/messages.tsx';

/** Whose secrets: a repository's, or where `name` is absent its organisation's. */
export interface SecretScope {
  namespace: string;
  name?: string;
}

export function secretsQuery({ namespace, name }: SecretScope) {
  return queryOptions({
    queryKey: ['secrets', namespace, name ?? null],
    queryFn: ({ signal }) =>
      name === undefined
        ? callApi(listOrgSecrets, { params: { namespace }, signal })
        : callApi(listSecrets, { params: { namespace, name }, signal }),
  });
}

export function useCreateSecret(scope: SecretScope, onDone: () => void) {
  const { secrets: text } = usePageMessages();
  const client = useQueryClient();
  const { namespace, name } = scope;
  const isOrg = name === undefined;
  return useMutation({
    mutationFn: (body: NewSecret) =>
      name === undefined
        ? callApi(createOrgSecret, { params: { namespace }, body })
        : callApi(createSecret, { params: { namespace, name }, body }),
    onSuccess: () => {
      client.invalidateQueries(secretsQuery(scope));
      onDone();
    },
    meta: isOrg
      ? { done: text.orgAdded, failed: text.orgAddFailed }
      : { done: text.added, failed: text.addFailed },
  });
}

export function useDeleteSecret(scope: SecretScope) {
  const { secrets: text } = usePageMessages();
  const client = useQueryClient();
  const { namespace, name } = scope;
  const isOrg = name === undefined;
  return useMutation({
    mutationFn: (secret: string) =>
      name === undefined
        ? callApi(deleteOrgSecret, { params: { namespace, secret } })
        : callApi(deleteSecret, { params: { namespace, name, secret } }),
    onSuccess: () => client.invalidateQueries(secretsQuery(scope)),
    meta: isOrg
      ? { done: text.orgRemoved, failed: text.orgRemoveFailed }
      : { done: text.removed, failed: text.removeFailed },
  });
}
