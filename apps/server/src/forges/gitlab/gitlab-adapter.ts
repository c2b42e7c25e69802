import type { ForgeAdapter, OpenOptions } from '../remote/forge-adapter.ts';
import { ForgeClient } from '../remote/forge-client.ts';
import { endpointsAt, gitlabAccounts } from './accounts.ts';
import { gitlabComments } from './comments.ts';
import { gitlabCommits } from './commits.ts';
import { isSigned, readDelivery } from './deliveries.ts';
import { gitlabFiles } from './files.ts';
import { gitlabHooks } from './hooks.ts';
import { gitlabRepositories, gitlabUrls } from './repositories.ts';
import { gitlabStatuses } from './statuses.ts';

/** GitLab, at gitlab.com or self-managed. */
export function openGitlab(options: OpenOptions): ForgeAdapter {
  const { url } = options;
  const client = new ForgeClient({
    ...options,
    apiUrl: `${url}/api/v4/`,
    blocked: /\byour account (has been (blocked|deactivated|banned)|is pending approval)/i,
  });
  return {
    kind: 'gitlab',
    oauth: endpointsAt(url),
    cloneLogin: 'oauth2',
    deliveryRepo: ['project', 'id'],
    readDelivery,
    isSigned,
    ...gitlabUrls(url),
    ...gitlabAccounts(client),
    ...gitlabRepositories(client),
    ...gitlabComments(client),
    ...gitlabCommits(client),
    ...gitlabFiles(client),
    ...gitlabHooks(client),
    ...gitlabStatuses(client),
  };
}
