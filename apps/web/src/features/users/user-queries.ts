import {
  createUser,
  deleteUser,
  getHoldings,
  type InputOf,
  listUsers,
  type NewUser,
  updateUser,
} from '@millrace/contract/api';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';
import { usePageMessages } from '../../lib/i18n/messages.tsx';

export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }) => callApi(listUsers, { signal }),
});

export const holdingsQuery = (login: string) =>
  queryOptions({
    queryKey: ['users', login, 'holdings'],
    queryFn: ({ signal }) => callApi(getHoldings, { params: { login }, signal }),
    // Other servers do not know the call.
    meta: { quiet: true },
    staleTime: 0,
  });

export type HoldingsWish = InputOf<typeof deleteUser.query>;

/** What a new account signs in with; shown once. Other servers may not say. */
export interface Credentials {
  login: string;
  kind: 'password' | 'token';
  text: string;
}

export function useCreateUser(onDone: (credentials: Credentials | null) => void) {
  const { users: text } = usePageMessages();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewUser) => callApi(createUser, { body }),
    onSuccess: ({ login, password, token }) => {
      client.invalidateQueries(usersQuery);
      if (password) onDone({ login, kind: 'password', text: password });
      else onDone(token ? { login, kind: 'token', text: token } : null);
    },
    meta: { done: text.addedDone, failed: text.addFailed },
  });
}

export function useUpdateUser(login: string, onDone: () => void) {
  const { users: text } = usePageMessages();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { admin: boolean }) => callApi(updateUser, { params: { login }, body }),
    onSuccess: () => {
      client.invalidateQueries(usersQuery);
      onDone();
    },
    meta: { done: text.updated, failed: text.addFailed },
  });
}

export function useDeleteUser(login: string, onDone: () => void) {
  const { users: text } = usePageMessages();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (query: HoldingsWish) => callApi(deleteUser, { params: { login }, query }),
    onSuccess: () => {
      client.invalidateQueries(usersQuery);
      onDone();
    },
    meta: { done: text.deleted, failed: text.deleteFailed },
  });
}
