import type { NewSecret, SecretChange } from '@millrace/contract/api';
import { useQueryClient } from '@tanstack/react-query';
import { updateList } from '../../api/update-cached.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { upsertItem } from '../../lib/upsert-item.ts';
import { secretMessages } from './messages.ts';
import type { SecretCalls } from './secret-calls.ts';
import { secretsQuery } from './secret-queries.ts';

export function useCreateSecret(calls: SecretCalls) {
  const text = useTexts(secretMessages);
  const client = useQueryClient();
  const { added, addFailed } = text.of[calls.kind];
  return useMutation({
    mutationFn: (body: NewSecret) => calls.create(body),
    onSuccess: (secret) =>
      updateList(client, secretsQuery(calls), (secrets) => upsertItem(secrets, secret, 'name')),
    meta: { done: added, failed: addFailed },
  });
}

export function useDeleteSecret(calls: SecretCalls) {
  const text = useTexts(secretMessages);
  const client = useQueryClient();
  const { removed, removeFailed } = text.of[calls.kind];
  return useMutation({
    mutationFn: (secret: string) => calls.delete(secret),
    onSuccess: (_, secret) =>
      updateList(client, secretsQuery(calls), (secrets) =>
        secrets.filter(({ name }) => name !== secret),
      ),
    meta: { done: removed, failed: removeFailed },
  });
}

export function useUpdateSecret(calls: SecretCalls, secret: string) {
  const text = useTexts(secretMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SecretChange) => calls.update(secret, body),
    onSuccess: (changed) =>
      updateList(client, secretsQuery(calls), (secrets) =>
        secrets.map((other) => (other.name === changed.name ? changed : other)),
      ),
    meta: { done: text.updated, failed: text.updateFailed },
  });
}
