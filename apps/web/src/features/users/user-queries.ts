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
    // Servers without this endpoint respond with an error, which must not be reported.
    meta: { quiet: true },
    staleTime: 0,
  });
