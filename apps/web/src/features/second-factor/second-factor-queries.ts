import { createTotpSecret, getSecondFactor, getUserSecondFactor } from '@millrace/contract/api';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => callApi(getSecondFactor, { signal }),
});

export const userSecondFactorQuery = (login: string) =>
  queryOptions({
    queryKey: ['second-factor', login],
    queryFn: ({ signal }) => callApi(getUserSecondFactor, { params: { login }, signal }),
  });

/** A new secret for each set-up. */
export const totpSecretQuery = queryOptions({
  queryKey: ['totp-secret'],
  queryFn: ({ signal }) => callApi(createTotpSecret, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
});
