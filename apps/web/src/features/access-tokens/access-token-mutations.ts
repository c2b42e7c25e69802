import {
  type CreatedToken,
  createAccessToken,
  createUserToken,
  deleteAccessToken,
  deleteUserToken,
  type NewAccessToken,
} from '@millrace/contract/api';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';
import { updateList } from '../../api/update-cached.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { accessTokensQuery, type TokenOwner } from './access-token-queries.ts';
import { accessTokenMessages } from './messages.ts';

export function useCreateToken(owner: TokenOwner, onCreated: (created: CreatedToken) => void) {
  const text = useTexts(accessTokenMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewAccessToken) =>
      owner.login
        ? callApi(createUserToken, { params: { login: owner.login }, body })
        : callApi(createAccessToken, { body }),
    onSuccess: (created) => {
      const { token: _, ...listed } = created;
      updateList(client, accessTokensQuery(owner), (list) => [listed, ...list]);
      onCreated(created);
    },
    meta: { failed: text.createFailed },
  });
}

export function useRevokeToken(owner: TokenOwner) {
  const text = useTexts(accessTokenMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) =>
      owner.login
        ? callApi(deleteUserToken, { params: { login: owner.login, token: String(id) } })
        : callApi(deleteAccessToken, { params: { token: String(id) } }),
    onSuccess: (_, id) =>
      updateList(client, accessTokensQuery(owner), (list) =>
        list.filter((token) => token.id !== id),
      ),
    meta: { done: text.revoked, failed: text.revokeFailed },
  });
}
