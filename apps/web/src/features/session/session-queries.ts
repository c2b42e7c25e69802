import { createToken, getCurrentUser, type User } from '@millrace/contract/api';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { isServerFault } from '../../api/api-error.ts';
import { callApi } from '../../api/call-api.ts';
import { buildTimeToken } from '../../api/server-address.ts';
import { servedConfig } from '../../lib/page-config.ts';

/** What the server said of the session in the page; undefined where it did not. */
export const servedSession = buildTimeToken ? true : servedConfig?.session;

/** The signed-in account, null for a guest. It errs only where the server cannot say. */
export const currentUserQuery = queryOptions({
  queryKey: ['user'],
  queryFn: async ({ signal }): Promise<User | null> => {
    try {
      return (await callApi(getCurrentUser, { signal })) ?? null;
    } catch (error) {
      if (isServerFault(error)) throw error;
      return null;
    }
  },
  // Signing in loads the page anew.
  ...(servedSession === false && { enabled: false, initialData: null }),
  staleTime: 60_000,
  meta: { quiet: true },
});

export const tokenQuery = queryOptions({
  queryKey: ['token'],
  queryFn: ({ signal }) => callApi(createToken, { query: {}, signal }),
  gcTime: 0,
});

export function useCurrentUser() {
  return useQuery(currentUserQuery);
}

/** Says at once that the account is, or is no longer, synchronising. */
export function useSetSyncing() {
  const client = useQueryClient();
  return useCallback(
    (isSyncing: boolean) => {
      client.setQueryData(
        currentUserQuery.queryKey,
        (user) => user && { ...user, syncing: isSyncing },
      );
    },
    [client],
  );
}
