import { z } from 'zod/mini';
import type { HookCalls } from '../remote/forge-adapter.ts';
import type { ForgeClient } from '../remote/forge-client.ts';
import { manageHooks } from '../remote/manage-hooks.ts';
import { repositoryUpdated } from './deliveries.ts';
import { pathOf } from './repositories.ts';

const hook = z.object({ uuid: z.string(), url: z.string() });
const events = [
  'repo:push',
  repositoryUpdated,
  'pullrequest:created',
  'pullrequest:updated',
  'pullrequest:fulfilled',
  'pullrequest:rejected',
];

export function bitbucketHooks(client: ForgeClient): HookCalls {
  return manageHooks(client, {
    pathOf: (repo) => `${pathOf(repo)}/hooks`,
    list: async (token, path) => {
      const found = await client.followAll(token, path, hook, { pagelen: 100 });
      return found.map(({ uuid, url }) => ({ id: uuid, url }));
    },
    toBody: ({ url, secret }) => ({ description: 'Millrace', url, active: true, events, secret }),
  });
}
