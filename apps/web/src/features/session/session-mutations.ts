import {
  changePassword,
  createToken,
  type PasswordChange,
  type Profile,
  updateCurrentUser,
} from '@millrace/contract/api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';
import { usePageMessages } from '../../lib/i18n/messages.tsx';
import { logError } from '../../lib/log-error.ts';
import { currentUserQuery, tokenQuery } from './session-queries.ts';

/** Completes a new account. A failure is only logged: the person goes on all the same. */
export function useCompleteAccount(onSettled: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Profile) => callApi(updateCurrentUser, { body }),
    onSuccess: (user) => client.setQueryData(currentUserQuery.queryKey, user),
    onError: logError,
    onSettled,
    meta: { quiet: true },
  });
}

/** The old token stops working at once. */
export function useRenewToken() {
  const { account: text } = usePageMessages();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(createToken, { query: { rotate: 'true' } }),
    onSuccess: (renewed) => client.setQueryData(tokenQuery.queryKey, renewed),
    meta: { done: text.renewed, failed: text.renewFailed },
  });
}

export function useChangePassword() {
  const { account: text } = usePageMessages();
  return useMutation({
    mutationFn: (body: PasswordChange) => callApi(changePassword, { body }),
    meta: { done: text.passwordChanged, failed: text.passwordFailed },
  });
}
