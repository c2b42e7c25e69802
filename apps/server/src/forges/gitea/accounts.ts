import { z } from 'zod/mini';
import type { AccountCalls, OAuthEndpoints } from '../remote/forge-adapter.ts';
import type { ForgeClient } from '../remote/forge-client.ts';
import { AccountBlockedError } from '../remote/forge-errors.ts';

export function endpointsAt(url: string): OAuthEndpoints {
  return {
    authorize: `${url}/login/oauth/authorize`,
    token: `${url}/login/oauth/access_token`,
    scopes: ['read:user', 'read:organization', 'write:repository'],
    hasPkce: true,
  };
}

const user = z.object({
  id: z.number(),
  login: z.string(),
  full_name: z._default(z.string(), ''),
  email: z._default(z.string(), ''),
  avatar_url: z._default(z.string(), ''),
  prohibit_login: z._default(z.boolean(), false),
});

const organisation = z.object({ username: z.string() });
const permissions = z.object({ is_owner: z.boolean(), is_admin: z.boolean() });

export function giteaAccounts(client: ForgeClient): AccountCalls {
  const listOrganisations = async (token: string) => {
    const found = await client.listAll(token, 'user/orgs', organisation, { limit: 50 });
    return found.map(({ username }) => username);
  };
  return {
    listOrganisations,
    async findAccount(token) {
      const found = await client.get(token, 'user', user);
      if (found.prohibit_login) throw new AccountBlockedError('prohibit_login');
      return {
        uid: String(found.id),
        login: found.login,
        name: found.full_name,
        // Accounts that hide their address have one that receives no mail.
        email: found.email.includes('@noreply.') ? '' : found.email,
        avatar: found.avatar_url,
      };
    },
    async findMembership(token, login, name) {
      const names = await listOrganisations(token);
      if (!names.includes(name)) return 'none';
      const path = `users/${encodeURIComponent(login)}/orgs/${encodeURIComponent(name)}/permissions`;
      const found = await client.find(token, path, permissions);
      return found?.is_owner || found?.is_admin ? 'owner' : 'member';
    },
  };
}
