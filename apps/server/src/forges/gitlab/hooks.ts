import { z } from 'zod/mini';
import type { HookCalls } from '../remote/forge-adapter.ts';
import type { ForgeClient } from '../remote/forge-client.ts';
import { manageHooks } from '../remote/manage-hooks.ts';
import { pathOf } from './repositories.ts';

const hook = z.object({ id: z.number(), url: z.string() });

export function gitlabHooks(client: ForgeClient): HookCalls {
  return manageHooks(client, {
    pathOf: (repo) => `${pathOf(repo)}/hooks`,
    list: (token, path) => client.listAll(token, path, hook, { per_page: 100 }),
    toBody: ({ url, secret }) => ({
      url,
      token: secret,
      push_events: true,
      tag_push_events: true,
      merge_requests_events: true,
      enable_ssl_verification: true,
    }),
  });
}
