import { z } from 'zod/mini';
import type { HookCalls } from '../remote/forge-adapter.ts';
import type { ForgeClient } from '../remote/forge-client.ts';
import { manageHooks } from '../remote/manage-hooks.ts';
import { pathOf } from './repositories.ts';

const hook = z.object({ id: z.number(), config: z.object({ url: z._default(z.string(), '') }) });
const events = ['push', 'delete', 'pull_request', 'pull_request_sync', 'repository'];

export function giteaHooks(client: ForgeClient): HookCalls {
  return manageHooks(client, {
    pathOf: (repo) => `${pathOf(repo)}/hooks`,
    list: async (token, path) => {
      const found = await client.listAll(token, path, hook, { limit: 50 });
      return found.map(({ id, config }) => ({ id, url: config.url }));
    },
    toBody: ({ url, secret }) => ({
      type: 'gitea',
      active: true,
      events,
      config: { url, secret, content_type: 'json' },
    }),
  });
}
