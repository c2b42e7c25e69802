import { z } from 'zod/mini';
import type { AccountCalls, OAuthEndpoints } from '../remote/forge-adapter.ts';
import type { ForgeClient } from '../remote/forge-client.ts';
import { AccountBlockedError } from '../remote/forge-errors.ts';
import { accessLevel } from './access-level.ts';
import { toGroupPath, toNamespace } from './full-path.ts';

export function endpointsAt(url: string): OAuthEndpoints {
  return {
    authorize: `${url}/oauth/authorize`,
    token: `${url}/oauth/token`,
    // No narrower scope may create webhooks and set statuses.
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

const group = z.object({ full_path: z.string() });
const member = z.object({ access_level: z.number() });

export function gitlabAccounts(client: ForgeClient): AccountCalls {
  return {
    async findAccount(token) {
      const found = await client.get(token, 'user', user);
      if (found.state !== 'active') throw new AccountBlockedError(`state: ${found.state}`);
      return {
        uid: String(found.id),
        login: found.username,
        name: found.name,
        email: found.email || found.public_email || '',
        avatar: found.avatar_url ?? '',
      };
    },
    async listOrganisations(token) {
      const query = { min_access_level: accessLevel.guest, per_page: 100 };
      const found = await client.listAll(token, 'groups', group, query);
      return found.map(({ full_path }) => toNamespace(full_path));
    },
    /** Includes memberships inherited from parent groups. */
    async findMembership(token, _login, name) {
      const { id } = await client.get(token, 'user', user);
      const path = `groups/${encodeURIComponent(toGroupPath(name))}/members/all/${id}`;
      const level = (await client.find(token, path, member))?.access_level ?? 0;
      if (level < accessLevel.guest) return 'none';
      return level >= accessLevel.owner ? 'owner' : 'member';
    },
  };
}
