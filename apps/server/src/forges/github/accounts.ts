import { z } from 'zod/mini';
import type { ForgeAccount } from '../forge.ts';
import type { OAuthEndpoints } from '../remote/forge-adapter.ts';
import type { ForgeClient } from '../remote/forge-client.ts';
import { AccountBlockedError, ForgeRefusedError } from '../remote/forge-errors.ts';

export function endpointsAt(url: string): OAuthEndpoints {
  return {
    authorize: `${url}/login/oauth/authorize`,
    token: `${url}/login/oauth/access_token`,
    scopes: ['repo', 'read:org', 'user:email'],
    hasPkce: true,
  };
}

const user = z.object({
  id: z.number(),
  login: z.string(),
  name: z.optional(z.nullable(z.string())),
  email: z.optional(z.nullable(z.string())),
  avatar_url: z._default(z.string(), ''),
  suspended_at: z.optional(z.nullable(z.string())),
});

export async function findAccount(client: ForgeClient, token: string): Promise<ForgeAccount> {
  const found = await client.get(token, 'user', user);
  const { suspended_at } = found;
  if (suspended_at) throw new AccountBlockedError(`suspended_at: ${suspended_at}`);
  return {
    uid: String(found.id),
    login: found.login,
    name: found.name ?? '',
    email: found.email || (await findEmail(client, token)),
    avatar: found.avatar_url,
  };
}

const email = z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() });

/** The one that a person shows to nobody else; empty where the application may not see it. */
async function findEmail(client: ForgeClient, token: string): Promise<string> {
  try {
    const found = await client.listAll(token, 'user/emails', email, { per_page: 100 });
    return found.find(({ primary, verified }) => primary && verified)?.email ?? '';
  } catch (error) {
    if (error instanceof ForgeRefusedError) return '';
    throw error;
  }
}

const organisation = z.object({ login: z.string() });

export async function listOrganisations(client: ForgeClient, token: string): Promise<string[]> {
  const found = await client.listAll(token, 'user/orgs', organisation, { per_page: 100 });
  return found.map(({ login }) => login);
}

const membership = z.object({ state: z.string(), role: z.string() });

export async function findMembership(
  client: ForgeClient,
  token: string,
  _login: string,
  name: string,
): Promise<'none' | 'member' | 'owner'> {
  const path = `user/memberships/orgs/${encodeURIComponent(name)}`;
  const found = await client.find(token, path, membership);
  // A pending invitation is not a membership.
  if (found?.state !== 'active') return 'none';
  return found.role === 'admin' ? 'owner' : 'member';
}
