import { type Profile, updateCurrentUser } from '@millrace/contract/api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';
import { logError } from '../../lib/log-error.ts';
import { currentUserQuery } from './session-queries.ts';

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
