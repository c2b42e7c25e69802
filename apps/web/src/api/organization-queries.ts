import { getOrganization } from '@millrace/contract/api';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { hasOwnAccounts } from '../lib/server-kind.ts';
import { ApiError } from './api-error.ts';
import { callApi } from './call-api.ts';

/** Part of the keys of all queries about an organization. Any change may concern the others. */
export const organizationKey = (namespace: string) => ['organization', namespace] as const;

/** An organization of this server; null if there is none of this name, or the viewer is no member. */
export function organizationQuery(namespace: string) {
  return queryOptions({
    queryKey: [...organizationKey(namespace), 'itself'],
    queryFn: async ({ signal }) => {
      try {
        return await callApi(getOrganization, { params: { namespace }, signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    meta: { quiet: true },
  });
}

/** Returns whether an account is an owner of an organization of this server. */
export function useIsOwner(
  namespace: string,
  user: { login: string; admin: boolean } | null | undefined,
): boolean {
  const mayBe = Boolean(user && !user.admin && user.login !== namespace && hasOwnAccounts());
  const { data } = useQuery({ ...organizationQuery(namespace), enabled: mayBe });
  return mayBe && data?.role === 'owner';
}
