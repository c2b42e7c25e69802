import { listAccessTokens, listUserRepos, listUserTokens } from '@millrace/contract/api';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';

/** Owner of tokens: the viewer, or the machine account with this login. */
export type TokenOwner = { login?: string | undefined };

export const accessTokensQuery = ({ login }: TokenOwner) =>
  queryOptions({
    queryKey: ['access-tokens', login ?? ''],
    queryFn: ({ signal }) =>
      login
        ? callApi(listUserTokens, { params: { login }, signal })
        : callApi(listAccessTokens, { signal }),
  });

/** Slugs that the form suggests: the repositories of the viewer, and none for a machine account. */
export const suggestedReposQuery = queryOptions({
  queryKey: ['access-token-repos'],
  queryFn: ({ signal }) => callApi(listUserRepos, { query: {}, signal }),
  select: (repos) => repos.map(({ slug }) => slug),
  meta: { quiet: true },
});
