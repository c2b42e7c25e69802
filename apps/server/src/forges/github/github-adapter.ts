import type { ForgeAdapter, OpenOptions } from '../remote/forge-adapter.ts';
import { ForgeClient } from '../remote/forge-client.ts';
import { endpointsAt, githubAccounts } from './accounts.ts';
import { githubComments } from './comments.ts';
import { githubCommits } from './commits.ts';
import { isSigned, readDelivery } from './deliveries.ts';
import { githubDeployments } from './deployments.ts';
import { githubFiles } from './files.ts';
import { githubHooks } from './hooks.ts';
import { githubRepositories, githubUrls } from './repositories.ts';
import { githubStatuses } from './statuses.ts';

/** GitHub and GitHub Enterprise. */
export function openGithub(options: OpenOptions): ForgeAdapter {
  const { url } = options;
  const client = new ForgeClient({
    ...options,
    apiUrl: apiUrlOf(url),
    headers: { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' },
    blocked: /\byour account (was|is|has been) suspended\b/i,
  });
  return {
    kind: 'github',
    oauth: endpointsAt(url),
    cloneLogin: 'x-access-token',
    deliveryRepo: ['repository', 'id'],
    readDelivery,
    isSigned,
    ...githubUrls(url),
    ...githubAccounts(client),
    ...githubRepositories(client),
    ...githubComments(client),
    ...githubCommits(client),
    ...githubFiles(client),
    ...githubHooks(client),
    ...githubStatuses(client),
    ...githubDeployments(client),
  };
}

/** GitHub's own hosts have a separate API host. Enterprise Server serves the API below its pages. */
export function apiUrlOf(url: string): string {
  const { protocol, host } = new URL(url);
  const isHosted = host === 'github.com' || host.endsWith('.ghe.com');
  return isHosted ? `${protocol}//api.${host}/` : `${url}/api/v3/`;
}
