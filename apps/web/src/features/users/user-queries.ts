import { getHoldings, listUsers } from '@millrace/contract/api';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';

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
