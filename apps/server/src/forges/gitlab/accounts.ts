import { z } from 'zod/mini';
import type { ForgeAccount } from '../forge.ts';
import type { OAuthEndpoints } from '../remote/forge-adapter.ts';
import type { ForgeClient } from '../remote/forge-client.ts';
import { AccountBlockedError } from '../remote/forge-errors.ts';
import { accessLevel } from './access-level.ts';
import { toGroupPath, toNamespace } from './full-path.ts';

export function endpointsAt(url: string): OAuthEndpoints {
  return {
    authorize: `${url}/oauth/authorize`,
    token: `${url}/oauth/token`,
    // Nothing less lets anybody make hooks and set statuses; it clones and reads the account too.
    scopes: ['api'],
    hasPkce: true,
  };
}

const user = z.object({
  id: z.number(),
  username: z.string(),
  name: z._default(z.string(), ''),
  email: z.optional(z.nullable(z.string())),
  public_email: z.optional(z.nullable(z.string())),
  avatar_url: z.optional(z.nullable(z.string())),
  state: z._default(z.string(), 'active'),
});

export async function findAccount(client: ForgeClient, token: string): Promise<ForgeAccount> {
  const found = await client.get(token, 'user', user);
  if (found.state !== 'active') throw new AccountBlockedError(`state: ${found.state}`);
  return {
    uid: String(found.id),
    login: found.username,
    name: found.name,
    email: found.email || found.public_email || '',
    avatar: found.avatar_url ?? '',
  };
}

const group = z.object({ full_path: z.string() });

export async function listOrganisations(client: ForgeClient, token: string): Promise<string[]> {
  const query = { min_access_level: accessLevel.guest, per_page: 100 };
  const found = await client.listAll(token, 'groups', group, query);
  return found.map(({ full_path }) => toNamespace(full_path));
}

const member = z.object({ access_level: z.number() });

/** Membership of a group above counts: it is one of those below as well. */
export async function findMembership(
  client: ForgeClient,
  token: string,
  _login: string,
  name: string,
): Promise<'none' | 'member' | 'owner'> {
  const { id } = await client.get(token, 'user', user);
  const path = `groups/${encodeURIComponent(toGroupPath(name))}/members/all/${id}`;
  const level = (await client.find(token, path, member))?.access_level ?? 0;
  if (level < accessLevel.guest) return 'none';
  return level >= accessLevel.owner ? 'owner' : 'member';
}
