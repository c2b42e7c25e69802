import type { ForgeAdapter, OpenOptions } from '../remote/forge-adapter.ts';
import { ForgeClient } from '../remote/forge-client.ts';
import { bitbucketAccounts, endpointsAt } from './accounts.ts';
import { bitbucketComments } from './comments.ts';
import { bitbucketCommits } from './commits.ts';
import { isSigned, readDelivery } from './deliveries.ts';
import { bitbucketFiles } from './files.ts';
import { bitbucketHooks } from './hooks.ts';
import { bitbucketRepositories, bitbucketUrls } from './repositories.ts';
import { bitbucketStatuses } from './statuses.ts';

/** Bitbucket Cloud. */
export function openBitbucket(options: OpenOptions): ForgeAdapter {
  const { url } = options;
  const client = new ForgeClient({
    ...options,
    apiUrl: apiUrlOf(url),
    blocked: /\baccount (is|has been) (inactive|suspended|deactivated)\b/i,
  });
  return {
    kind: 'bitbucket',
    oauth: endpointsAt(url),
    cloneLogin: 'x-token-auth',
    hasWorkspaces: true,
    lacksPullRefs: true,
    deliveryRepo: ['repository', 'uuid'],
    readDelivery,
    isSigned,
    ...bitbucketUrls(url),
    ...bitbucketAccounts(client),
    ...bitbucketRepositories(client),
    ...bitbucketComments(client),
    ...bitbucketCommits(client),
    ...bitbucketFiles(client),
    ...bitbucketHooks(client),
    ...bitbucketStatuses(client),
  };
}

function apiUrlOf(url: string): string {
  return url === 'https://bitbucket.org' ? 'https://api.bitbucket.org/2.0/' : `${url}/2.0/`;
}
