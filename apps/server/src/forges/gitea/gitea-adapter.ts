import type { ForgeAdapter, OpenOptions } from '../remote/forge-adapter.ts';
import { ForgeClient } from '../remote/forge-client.ts';
import { endpointsAt, giteaAccounts } from './accounts.ts';
import { giteaCommits } from './commits.ts';
import { isSigned, readDelivery } from './deliveries.ts';
import { giteaFiles } from './files.ts';
import { giteaHooks } from './hooks.ts';
import { giteaRepositories, giteaUrls } from './repositories.ts';
import { giteaStatuses } from './statuses.ts';

/** Gitea and Forgejo, which share their API. */
export function openGitea(options: OpenOptions): ForgeAdapter {
  const { url } = options;
  const client = new ForgeClient({
    ...options,
    apiUrl: `${url}/api/v1/`,
    blocked: /^This account is (prohibited from signing in|not activated)/,
  });
  return {
    kind: 'gitea',
    oauth: endpointsAt(url),
    cloneLogin: 'oauth2',
    deliveryRepo: ['repository', 'id'],
    readDelivery,
    isSigned,
    ...giteaUrls(url),
    ...giteaAccounts(client),
    ...giteaRepositories(client),
    ...giteaCommits(client),
    ...giteaFiles(client),
    ...giteaHooks(client),
    ...giteaStatuses(client),
  };
}
