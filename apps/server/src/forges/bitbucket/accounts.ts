import { z } from 'zod/mini';
import type { AccountCalls, OAuthEndpoints } from '../remote/forge-adapter.ts';
import type { ForgeClient } from '../remote/forge-client.ts';
import { AccountBlockedError, ForgeRefusedError } from '../remote/forge-errors.ts';

export function endpointsAt(url: string): OAuthEndpoints {
  return {
    authorize: `${url}/site/oauth2/authorize`,
    token: `${url}/site/oauth2/access_token`,
    // Permissions are part of the registration of the application.
    scopes: [],
    hasPkce: false,
    usesBasic: true,
  };
}

const user = z.object({
  uuid: z.string(),
  username: z.optional(z.string()),
  nickname: z.optional(z.string()),
  display_name: z._default(z.string(), ''),
  links: z.object({ avatar: z.optional(z.object({ href: z.string() })) }),
  account_status: z._default(z.string(), 'active'),
});

const email = z.object({
  email: z.string(),
  is_primary: z.boolean(),
  is_confirmed: z.boolean(),
});

export function bitbucketAccounts(client: ForgeClient): AccountCalls {
  return {
    async findAccount(token) {
      const found = await client.get(token, 'user', user);
      const { account_status } = found;
      if (account_status !== 'active') {
        throw new AccountBlockedError(`account_status: ${account_status}`);
      }
      return {
        uid: found.uuid,
        // The username is only visible to its owner, and nicknames are not unique.
        login: found.username ?? found.nickname ?? found.uuid,
        name: found.display_name,
        email: await findEmail(client, token),
        avatar: found.links.avatar?.href ?? '',
      };
    },
    async listOrganisations(token) {
      const slugs: string[] = [];
      for (const { slug, administrator } of await listWorkspaces(client, token)) {
        if (administrator || (await isMember(client, token, slug))) slugs.push(slug);
      }
      return slugs;
    },
    async findMembership(token, _login, name) {
      const found = (await listWorkspaces(client, token)).find(({ slug }) => slug === name);
      if (!found) return 'none';
      if (found.administrator) return 'owner';
      return (await isMember(client, token, name)) ? 'member' : 'none';
    },
  };
}

/** Finds the primary address; empty if the application may not read it. */
async function findEmail(client: ForgeClient, token: string): Promise<string> {
  try {
    const found = await client.followAll(token, 'user/emails', email);
    return found.find((one) => one.is_primary && one.is_confirmed)?.email ?? '';
  } catch (error) {
    if (error instanceof ForgeRefusedError) return '';
    throw error;
  }
}

const workspaceAccess = z.object({
  administrator: z._default(z.boolean(), false),
  workspace: z.object({ slug: z.string() }),
});

/** Lists workspaces visible to the account, as a member or through a repository. */
export async function listWorkspaces(client: ForgeClient, token: string) {
  const found = await client.followAll(token, 'user/workspaces', workspaceAccess, { pagelen: 100 });
  return found.map(({ administrator, workspace: { slug } }) => ({ slug, administrator }));
}

async function isMember(client: ForgeClient, token: string, slug: string): Promise<boolean> {
  const { uuid } = await client.get(token, 'user', user);
  const path = `workspaces/${encodeURIComponent(slug)}/members/${encodeURIComponent(uuid)}`;
  try {
    return (await client.find(token, path, z.unknown())) !== null;
  } catch (error) {
    // Only members may read the list of members.
    if (error instanceof ForgeRefusedError && error.forgeStatus === 403) return false;
    throw error;
  }
}
