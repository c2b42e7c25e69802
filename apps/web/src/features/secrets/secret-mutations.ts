import {
  createOrgSecret,
  createSecret,
  deleteOrgSecret,
  deleteSecret,
  type NewSecret,
  type SecretChange,
  updateOrgSecret,
  updateSecret,
} from '@millrace/contract/api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';
import { updateList } from '../../api/update-cached.ts';
import { usePageMessages } from '../../lib/i18n/messages.tsx';
import { upsertItem } from '../../lib/upsert-item.ts';
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
      updateList(client, secretsQuery(scope), (secrets) => upsertItem(secrets, secret, 'name')),
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

export function useUpdateSecret(scope: SecretScope, secret: string) {
  const { secrets: text } = usePageMessages();
  const client = useQueryClient();
  const { namespace, name } = scope;
  return useMutation({
    mutationFn: (body: SecretChange) =>
      name === undefined
        ? callApi(updateOrgSecret, { params: { namespace, secret }, body })
        : callApi(updateSecret, { params: { namespace, name, secret }, body }),
    onSuccess: (changed) =>
      updateList(client, secretsQuery(scope), (secrets) =>
        secrets.map((other) => (other.name === changed.name ? changed : other)),
      ),
    meta: { done: text.updated, failed: text.updateFailed },
  });
}
