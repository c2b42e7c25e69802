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

/** Bitbucket Cloud. */
export function openBitbucket({ url, agent, cache, logger, clock }: OpenOptions): ForgeAdapter {
  const client = new ForgeClient({
    apiUrl: apiUrlOf(url),
    agent,
    cache,
    logger,
    clock,
    blocked: /\baccount (is|has been) (inactive|suspended|deactivated)\b/i,
  });
  return {
    kind: 'bitbucket',
    oauth: endpointsAt(url),
    cloneLogin: 'x-token-auth',
    hasWorkspaces: true,
    lacksPullRefs: true,
    ...addressesAt(url),
    deliveryRepo: ['repository', 'uuid'],
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

function apiUrlOf(url: string): string {
  return url === 'https://bitbucket.org' ? 'https://api.bitbucket.org/2.0/' : `${url}/2.0/`;
}
