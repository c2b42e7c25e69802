import type { OpenOptions } from '../open-forge.ts';
import { bindCalls } from '../remote/bind-calls.ts';
import type { ForgeAdapter } from '../remote/forge-adapter.ts';
import { ForgeClient } from '../remote/forge-client.ts';
import { endpointsAt, findAccount, findMembership, listOrganisations } from './accounts.ts';
import { isSigned, readDelivery, removeHook, replaceHook } from './deliveries.ts';
import {
  addressesAt,
  findCommit,
  findRepo,
  listChangedPaths,
  listCommits,
  listRepos,
  listTopFiles,
  readFile,
} from './repositories.ts';
import { setStatus } from './statuses.ts';

/** GitLab, at gitlab.com and where somebody runs their own. */
export function openGitlab({ url, agent, cache, logger, clock }: OpenOptions): ForgeAdapter {
  const client = new ForgeClient({
    apiUrl: `${url}/api/v4/`,
    agent,
    cache,
    logger,
    clock,
    blocked: /\byour account (has been (blocked|deactivated|banned)|is pending approval)/i,
  });
  return {
    kind: 'gitlab',
    oauth: endpointsAt(url),
    cloneLogin: 'oauth2',
    ...addressesAt(url),
    deliveryRepo: ['project', 'id'],
    readDelivery,
    isSigned,
    ...bindCalls(client, {
      findAccount,
      listOrganisations,
      findMembership,
      listRepos,
      findRepo,
      findCommit,
      readFile,
      listTopFiles,
      listChangedPaths,
      listCommits,
      replaceHook,
      removeHook,
      setStatus,
    }),
  };
}
