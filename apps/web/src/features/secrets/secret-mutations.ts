import {
  createOrgSecret,
  createSecret,
  deleteOrgSecret,
  deleteSecret,
  type NewSecret,
} from '@millrace/contract/api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';
import { updateList } from '../../api/update-cached.ts';
import { usePageMessages } from '../../lib/i18n/messages.tsx';
import { withItem } from '../../lib/with-item.ts';
import { type SecretScope, secretsQuery } from './secret-queries.ts';

export function useCreateSecret(scope: SecretScope) {
  const { secrets: text } = usePageMessages();
  const client = useQueryClient();
  const { namespace, name } = scope;
  const isOrg = name === undefined;
  return useMutation({
    mutationFn: (body: NewSecret) =>
      name === undefined
        ? callApi(createOrgSecret, { params: { namespace }, body })
        : callApi(createSecret, { params: { namespace, name }, body }),
    onSuccess: (secret) =>
      updateList(client, secretsQuery(scope), (secrets) => withItem(secrets, secret, 'name')),
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
    onSuccess: (_, secret) =>
      updateList(client, secretsQuery(scope), (secrets) =>
        secrets.filter(({ name }) => name !== secret),
      ),
    meta: isOrg
      ? { done: text.orgRemoved, failed: text.orgRemoveFailed }
      : { done: text.removed, failed: text.removeFailed },
  });
}
