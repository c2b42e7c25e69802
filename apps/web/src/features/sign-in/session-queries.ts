import { type CurrentUser, createToken, getCurrentUser } from '@millrace/contract/api';
import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { isServerFault } from '../../api/api-error.ts';
import { callApi } from '../../api/call-api.ts';
import { buildTimeToken } from '../../api/server-address.ts';
import { servedConfig } from '../../lib/page-config.ts';

/** Session state in the page config; undefined if the server does not report it. */
export const servedSession = buildTimeToken ? true : servedConfig?.session;

const userKey = ['user'] as const;

/** Whether the session has ended since the page was loaded. */
const sessionEndedQuery = queryOptions({
  queryKey: ['session-ended'],
  queryFn: skipToken,
  initialData: false,
  staleTime: Number.POSITIVE_INFINITY,
});

/**
 * Reads the signed-in account, or null for a guest. Fails only if the server cannot decide. If the session
 * ends, the account stays in the cache, so that the page keeps its content and the user's input.
 */
export const currentUserQuery = queryOptions({
  queryKey: userKey,
  queryFn: async ({ client, signal }): Promise<CurrentUser | null> => {
    try {
      const user = (await callApi(getCurrentUser, { signal })) ?? null;
      client.setQueryData(sessionEndedQuery.queryKey, false);
      return user;
    } catch (error) {
      if (isServerFault(error)) throw error;
      const known = client.getQueryData<CurrentUser | null>(userKey) ?? null;
      client.setQueryData(sessionEndedQuery.queryKey, known !== null);
      return known;
    }
  },
  // Without a session, skip the request: signing in reloads the page.
  ...(servedSession === false && { enabled: false, initialData: null }),
  staleTime: 60_000,
  // A part of the page that is loaded meanwhile must not repeat a read whose error the page shows.
  retryOnMount: false,
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

export function useSessionEnded(): boolean {
  return useQuery(sessionEndedQuery).data ?? false;
}

/** Sets in the cache whether a sync of the account is running. */
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
