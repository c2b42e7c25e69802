import {
  type Account,
  createUser,
  deleteUser,
  type HoldingsChoice,
  type NewUser,
  resetUserPassword,
  rotateUserToken,
  type UserChange,
  updateUser,
} from '@millrace/contract/api';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';
import { updateList } from '../../api/update-cached.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { upsertItem } from '../../lib/upsert-item.ts';
import { userMessages } from './messages.ts';
import { usersQuery } from './user-queries.ts';

/** Credentials of a new account, shown once. Other servers may not return them. */
export interface Credentials {
  login: string;
  kind: 'password' | 'token';
  text: string;
}

export function useCreateUser(onDone: (credentials: Credentials | null) => void) {
  const text = useTexts(userMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewUser) => callApi(createUser, { body }),
    onSuccess: ({ password, token, ...user }) => {
      const { login } = user;
      updateList(client, usersQuery, (users) => upsertItem(users, user, 'login'));
      if (password) onDone({ login, kind: 'password', text: password });
      else onDone(token ? { login, kind: 'token', text: token } : null);
    },
    meta: { done: text.addedDone, failed: text.addFailed },
  });
}

export function useUpdateUser(login: string) {
  const text = useTexts(userMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: UserChange) => callApi(updateUser, { params: { login }, body }),
    onSuccess: (user) =>
      updateList(client, usersQuery, (users) => upsertItem(users, user, 'login')),
    meta: { done: text.updated, failed: text.addFailed },
  });
}

export function useDeleteUser(login: string) {
  const text = useTexts(userMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (query: HoldingsChoice) => callApi(deleteUser, { params: { login }, query }),
    onSuccess: () =>
      updateList(client, usersQuery, (users) => users.filter((user) => user.login !== login)),
    meta: { done: text.deleted, failed: text.deleteFailed },
  });
}

/** Replaces the credentials of an account: the password of a person, or the token of a machine user. */
export function useResetCredentials(
  { login, machine }: Pick<Account, 'login' | 'machine'>,
  onDone: (credentials: Credentials) => void,
) {
  const text = useTexts(userMessages);
  return useMutation({
    mutationFn: async (): Promise<Credentials> => {
      const params = { login };
      return machine
        ? { login, kind: 'token', text: (await callApi(rotateUserToken, { params })).token }
        : {
            login,
            kind: 'password',
            text: (await callApi(resetUserPassword, { params })).password,
          };
    },
    onSuccess: onDone,
    meta: { failed: machine ? text.renewTokenFailed : text.resetFailed },
  });
}
