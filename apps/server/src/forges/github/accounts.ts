import { z } from 'zod/mini';
import type { AccountCalls, OAuthEndpoints } from '../remote/forge-adapter.ts';
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

const email = z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() });
const organisation = z.object({ login: z.string() });
const membership = z.object({ state: z.string(), role: z.string() });

export function githubAccounts(client: ForgeClient): AccountCalls {
  return {
    async findAccount(token) {
      const found = await client.get(token, 'user', user);
      const { suspended_at } = found;
      if (suspended_at) throw new AccountBlockedError(`suspended_at: ${suspended_at}`);
      return {
        uid: String(found.id),
        login: found.login,
        name: found.name ?? '',
        email: found.email || (await findPrivateEmail(client, token)),
        avatar: found.avatar_url,
      };
    },
    async listOrganisations(token) {
      const found = await client.listAll(token, 'user/orgs', organisation, { per_page: 100 });
      return found.map(({ login }) => login);
    },
    async findMembership(token, _login, name) {
      const path = `user/memberships/orgs/${encodeURIComponent(name)}`;
      const found = await client.find(token, path, membership);
      // A pending invitation is not a membership.
      if (found?.state !== 'active') return 'none';
      return found.role === 'admin' ? 'owner' : 'member';
    },
  };
}

/** Finds the address that is not on the public profile; empty if the application may not read it. */
async function findPrivateEmail(client: ForgeClient, token: string): Promise<string> {
  try {
    const found = await client.listAll(token, 'user/emails', email, { per_page: 100 });
    return found.find(({ primary, verified }) => primary && verified)?.email ?? '';
  } catch (error) {
    if (error instanceof ForgeRefusedError) return '';
    throw error;
  }
}
