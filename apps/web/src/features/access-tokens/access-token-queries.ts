import { listAccessTokens, listUserTokens } from '@millrace/contract/api';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';

/** Owner of tokens: the machine user with this login, or the viewer if undefined. */
export type TokenOwner = { login?: string | undefined };

export const accessTokensQuery = ({ login }: TokenOwner) =>
  queryOptions({
    queryKey: ['access-tokens', login ?? ''],
    queryFn: ({ signal }) =>
      login
        ? callApi(listUserTokens, { params: { login }, signal })
        : callApi(listAccessTokens, { signal }),
  });
