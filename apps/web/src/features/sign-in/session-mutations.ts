import {
  changePassword,
  createToken,
  getCurrentUser,
  type PasswordChange,
  type Profile,
  type User,
  updateCurrentUser,
} from '@millrace/contract/api';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, readApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/call-api.ts';
import { serverUrl } from '../../api/server-address.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { logError } from '../../lib/log-error.ts';
import { paths, serverPaths } from '../../lib/paths.ts';
import { accountMessages } from './account-messages.ts';
import { codePath } from './code-form.tsx';
import { currentUserQuery, tokenQuery } from './session-queries.ts';

/** Completes the profile of a new account. If that fails, the error is only logged and the user continues. */
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

/** Replaces the personal token. The old token becomes invalid at once. */
export function useRenewToken() {
  const text = useTexts(accountMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(createToken, { query: { rotate: 'true' } }),
    onSuccess: (renewed) => client.setQueryData(tokenQuery.queryKey, renewed),
    meta: { done: text.renewed, failed: text.renewFailed },
  });
}

export function useChangePassword() {
  const text = useTexts(accountMessages);
  return useMutation({
    mutationFn: (body: PasswordChange) => callApi(changePassword, { body }),
    meta: { done: text.passwordChanged, failed: text.passwordFailed },
  });
}

/** Signs in without leaving the page, and then refetches its data with the new session. `onCode` asks for a code. */
export function useSignInAgain(user: User, onSignedIn: () => void, onCode: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (form: FormData) => {
      const step = await postSignIn(form);
      return step ?? callApi(getCurrentUser, {});
    },
    onSuccess: (signedIn) => {
      if (signedIn === 'code') return onCode();
      // The set-up of a second factor needs a page of its own.
      if (typeof signedIn === 'string')
        return location.assign(serverUrl(paths.loginForm, { step: signedIn }));
      // The page shows data of the previous account.
      if (signedIn.login !== user.login) return location.reload();
      void client.invalidateQueries();
      onSignedIn();
    },
    onError: (error: Error) => logError(error),
    meta: { quiet: true },
  });
}

/**
 * Posts a form of the sign-in. The server responds with a redirect, whose URL contains the reason if it failed. Returns the
 * next step; null if the person is signed in.
 */
async function postSignIn(form: FormData): Promise<string | null> {
  const body = new URLSearchParams();
  for (const [name, value] of form) body.set(name, String(value));
  const path = body.has('code') ? codePath : serverPaths.login;
  const answer = await fetch(serverUrl(path), { method: 'POST', body });
  const { pathname, searchParams } = new URL(answer.url);
  const isForm = pathname.endsWith(paths.loginForm);
  const refused =
    isForm || pathname.endsWith(paths.loginError) ? searchParams.get('message') : null;
  if (refused !== null) throw new ApiError(401, refused);
  if (!answer.ok) throw readApiError(answer.status, await answer.text(), answer.statusText);
  return isForm ? searchParams.get('step') : null;
}
