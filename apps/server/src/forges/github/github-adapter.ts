import type { OpenOptions } from '../open-forge.ts';
import { bindCalls } from '../remote/bind-calls.ts';
import type { ForgeAdapter } from '../remote/forge-adapter.ts';
import { ForgeClient } from '../remote/forge-client.ts';
import { endpointsAt, findAccount, findMembership, listOrganisations } from './accounts.ts';
import { isSigned, readDelivery, removeHook, replaceHook } from './deliveries.ts';
import { setDeployment } from './deployments.ts';
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

/** GitHub, and GitHub Enterprise where a company runs it. */
export function openGithub({ url, agent, cache, logger, clock }: OpenOptions): ForgeAdapter {
  const client = new ForgeClient({
    apiUrl: apiUrlOf(url),
    headers: { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' },
    agent,
    cache,
    logger,
    clock,
    blocked: /\byour account (was|is|has been) suspended\b/i,
  });
  return {
    kind: 'github',
    oauth: endpointsAt(url),
    cloneLogin: 'x-access-token',
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
      listCommits,
      replaceHook,
      removeHook,
      setStatus,
      setDeployment,
    }),
  };
}

/** GitHub's own hosts have one for the API; Enterprise Server has it beside its pages. */
export function apiUrlOf(url: string): string {
  const { protocol, host } = new URL(url);
  const isHosted = host === 'github.com' || host.endsWith('.ghe.com');
  return isHosted ? `${protocol}//api.${host}/` : `${url}/api/v3/`;
}
