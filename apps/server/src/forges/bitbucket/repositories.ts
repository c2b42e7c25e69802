import { encodePath } from '@millrace/contract/encode-path';
import { readRef } from '@millrace/pipeline/git-ref';
import { z } from 'zod/mini';
import type { ForgeRepo, ForgeRepoFacts, ForgeRepoRef } from '../forge.ts';
import type { RepositoryCalls, RepositoryUrls } from '../remote/forge-adapter.ts';
import type { ForgeClient } from '../remote/forge-client.ts';
import { listWorkspaces } from './accounts.ts';

type RepoRef = Pick<ForgeRepoRef, 'uid' | 'namespace' | 'name'>;

type Address = Omit<RepoRef, 'uid'>;

export const repository = z.object({
  uuid: z.string(),
  full_name: z.string(),
  workspace: z.optional(z.object({ uuid: z.string() })),
  is_private: z.boolean(),
  mainbranch: z.optional(z.nullable(z.object({ name: z.string() }))),
});

/** Uses the id, which stays the same after a rename or a move to another workspace. */
export function pathOf({ uid, namespace, name }: RepoRef): string {
  const [workspace, repository] = uid ? ['{}', uid] : [namespace, name];
  return `repositories/${encodeURIComponent(workspace)}/${encodeURIComponent(repository)}`;
}

export function bitbucketUrls(url: string): RepositoryUrls {
  const repoUrl = ({ namespace, name }: Address) => `${url}/${namespace}/${name}`;
  return {
    repoUrl,
    cloneUrl: (repo) => `${repoUrl(repo)}.git`,
    commitUrl: (repo, sha) => `${repoUrl(repo)}/commits/${sha}`,
    treeUrl: (repo, ref) => {
      const { kind, name } = readRef(ref);
      if (kind === 'pull_request') return `${repoUrl(repo)}/pull-requests/${name}`;
      // A branch name may contain slashes, and only this page accepts them.
      return `${repoUrl(repo)}/${kind === 'branch' ? 'branch' : 'src'}/${encodePath(name)}`;
    },
    fileUrl: (repo, { sha, path, line }) =>
      `${repoUrl(repo)}/src/${sha}/${encodePath(path)}#lines-${line}`,
    newPullRequestUrl: (repo, from, to) =>
      `${repoUrl(repo)}/pull-requests/new?${new URLSearchParams({ source: from, dest: to })}`,
  };
}

export function bitbucketRepositories(client: ForgeClient): RepositoryCalls {
  return {
    /** Lists repositories by workspace. The lists contain the permissions of the account. */
    async listRepos(token) {
      const repos: ForgeRepo[] = [];
      for (const { slug } of await listWorkspaces(client, token)) {
        const list = (role: 'member' | 'contributor' | 'admin') =>
          client.followAll(token, `repositories/${encodeURIComponent(slug)}`, repository, {
            role,
            pagelen: 100,
          });
        const [read, written, administered] = await Promise.all([
          list('member'),
          list('contributor').then(uuidsOf),
          list('admin').then(uuidsOf),
        ]);
        for (const found of read) {
          const { uuid } = found;
          const admin = administered.has(uuid);
          const permissions = { read: true, write: admin || written.has(uuid), admin };
          repos.push({ ...toFacts(found), permissions });
        }
      }
      return repos;
    },
    async findRepo(token, repo) {
      const found = await client.find(token, pathOf(repo), repository);
      return found && toFacts(found);
    },
  };
}

function uuidsOf(found: { uuid: string }[]): Set<string> {
  return new Set(found.map(({ uuid }) => uuid));
}

export function toFacts(found: z.infer<typeof repository>): ForgeRepoFacts {
  const [namespace = '', name = ''] = found.full_name.split('/');
  return {
    uid: found.uuid,
    ...(found.workspace ? { ownerUid: found.workspace.uuid } : {}),
    namespace,
    name,
    ...(found.mainbranch ? { defaultBranch: found.mainbranch.name } : {}),
    isPrivate: found.is_private,
  };
}
