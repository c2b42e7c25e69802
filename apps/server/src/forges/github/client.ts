import type { OpenOptions } from '../open-forge.ts';
import { ForgeClient } from '../remote/forge-client.ts';
import type { ForgeKind } from '../remote/forge-kind.ts';
import * as deployments from './deployments.ts';
import * as hooks from './hooks.ts';
import * as repositories from './repositories.ts';
import * as signIn from './sign-in.ts';
import * as statuses from './statuses.ts';

/** GitHub, and GitHub Enterprise where a company runs it. */
export function openGithub({ url, agent, cache }: OpenOptions): ForgeKind {
  const client = new ForgeClient({
    apiUrl: apiUrlOf(url),
    headers: { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' },
    agent,
    cache,
  });
  return {
    kind: 'github',
    oauth: signIn.endpointsAt(url),
    cloneLogin: 'x-access-token',
    findAccount: (token) => signIn.findAccount(client, token),
    listOrganisations: (token) => signIn.listOrganisations(client, token),
    findMembership: (token, _login, name) => signIn.findMembership(client, token, name),
    listRepos: (token) => repositories.listRepos(client, token),
    findRepo: (token, repo) => repositories.findRepo(client, token, repo),
    findCommit: (token, repo, revision) => repositories.findCommit(client, token, repo, revision),
    readFile: (token, repo, sha, path) => repositories.readFile(client, token, repo, sha, path),
    listChangedPaths: (token, repo, before, after) =>
      repositories.listChangedPaths(client, token, repo, before, after),
    ...repositories.addressesAt(url),
    ensureHook: (token, repo, target) => hooks.ensureHook(client, token, repo, target),
    removeHook: (token, repo, target) => hooks.removeHook(client, token, repo, target),
    readDelivery: hooks.readDelivery,
    isSigned: hooks.isSigned,
    setStatus: (token, repo, sha, status) => statuses.setStatus(client, token, repo, sha, status),
    setDeployment: (token, repo, sha, deployment, known) =>
      deployments.setDeployment(client, token, repo, sha, deployment, known),
  };
}

/** GitHub's own hosts have one for the API; Enterprise Server has it beside its pages. */
export function apiUrlOf(url: string): string {
  const { protocol, host } = new URL(url);
  const isHosted = host === 'github.com' || host.endsWith('.ghe.com');
  return isHosted ? `${protocol}//api.${host}/` : `${url}/api/v3/`;
}
