import type { OpenOptions } from '../open-forge.ts';
import { ForgeClient } from '../remote/forge-client.ts';
import type { ForgeKind } from '../remote/forge-kind.ts';
import * as hooks from './hooks.ts';
import * as repositories from './repositories.ts';
import * as signIn from './sign-in.ts';
import * as statuses from './statuses.ts';

/** Bitbucket Cloud. */
export function openBitbucket({ url, agent, cache }: OpenOptions): ForgeKind {
  const client = new ForgeClient({ apiUrl: apiUrlOf(url), agent, cache });
  return {
    kind: 'bitbucket',
    oauth: signIn.endpointsAt(url),
    cloneLogin: 'x-token-auth',
    hasWorkspaces: true,
    lacksPullRefs: true,
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
  };
}

function apiUrlOf(url: string): string {
  return url === 'https://bitbucket.org' ? 'https://api.bitbucket.org/2.0/' : `${url}/2.0/`;
}
