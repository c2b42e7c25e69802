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
  listPullRequestFiles,
  listRepos,
  listTopFiles,
  readFile,
} from './repositories.ts';
import { setStatus } from './statuses.ts';

/** Gitea and Forgejo, which share their API. */
export function openGitea({ url, agent, cache, logger, clock }: OpenOptions): ForgeAdapter {
  const client = new ForgeClient({
    apiUrl: `${url}/api/v1/`,
    agent,
    cache,
    logger,
    clock,
    blocked: /^This account is (prohibited from signing in|not activated)/,
  });
  return {
    kind: 'gitea',
    oauth: endpointsAt(url),
    cloneLogin: 'oauth2',
    ...addressesAt(url),
    deliveryRepo: ['repository', 'id'],
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
      listPullRequestFiles,
      listCommits,
      replaceHook,
      removeHook,
      setStatus,
    }),
  };
}
