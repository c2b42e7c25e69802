import { z } from 'zod/mini';
import type { ForgeAccount } from '../forge.ts';
import type { OAuthEndpoints } from '../remote/forge-adapter.ts';
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

export async function findAccount(client: ForgeClient, token: string): Promise<ForgeAccount> {
  const found = await client.get(token, 'user', user);
  if (found.prohibit_login) throw new AccountBlockedError('prohibit_login');
  return {
    uid: String(found.id),
    login: found.login,
    name: found.full_name,
    // Accounts that hide their address get one that receives no mail.
    email: found.email.includes('@noreply.') ? '' : found.email,
    avatar: found.avatar_url,
  };
}

const organisation = z.object({ username: z.string() });

export async function listOrganisations(client: ForgeClient, token: string): Promise<string[]> {
  const found = await client.listAll(token, 'user/orgs', organisation, { limit: 50 });
  return found.map(({ username }) => username);
}

const permissions = z.object({ is_owner: z.boolean(), is_admin: z.boolean() });

export async function findMembership(
  client: ForgeClient,
  token: string,
  login: string,
  name: string,
): Promise<'none' | 'member' | 'owner'> {
  const names = await listOrganisations(client, token);
  if (!names.includes(name)) return 'none';
  const path = `users/${encodeURIComponent(login)}/orgs/${encodeURIComponent(name)}/permissions`;
  const found = await client.find(token, path, permissions);
  return found?.is_owner || found?.is_admin ? 'owner' : 'member';
}
