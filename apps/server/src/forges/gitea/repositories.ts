import { encodePath } from '@millrace/contract/encode-path';
import { readRef } from '@millrace/pipeline/git-ref';
import { z } from 'zod/mini';
import type { ForgeRepo, ForgeRepoFacts, ForgeRepoRef } from '../forge.ts';
import type { RepositoryCalls, RepositoryUrls } from '../remote/forge-adapter.ts';
import type { ForgeClient } from '../remote/forge-client.ts';

type RepoName = Pick<ForgeRepoRef, 'namespace' | 'name'>;

export const repository = z.object({
  id: z.number(),
  full_name: z.string(),
  owner: z.optional(z.object({ id: z.number() })),
  default_branch: z._default(z.string(), ''),
  private: z.boolean(),
  internal: z._default(z.boolean(), false),
  permissions: z.optional(
    z.nullable(z.object({ admin: z.boolean(), push: z.boolean(), pull: z.boolean() })),
  ),
});

export function pathOf({ namespace, name }: RepoName): string {
  return `repos/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}`;
}

export function giteaUrls(url: string): RepositoryUrls {
  const repoUrl = ({ namespace, name }: RepoName) => `${url}/${namespace}/${name}`;
  return {
    repoUrl,
    cloneUrl: (repo) => `${repoUrl(repo)}.git`,
    commitUrl: (repo, sha) => `${repoUrl(repo)}/commit/${sha}`,
    treeUrl: (repo, ref) => {
      const { kind, name } = readRef(ref);
      if (kind === 'pull_request') return `${repoUrl(repo)}/pulls/${name}`;
      // Without a kind, Gitea looks for a branch, a tag and a commit.
      const refKind = kind === 'other' ? '' : `${kind}/`;
      return `${repoUrl(repo)}/src/${refKind}${encodePath(name)}`;
    },
    fileUrl: (repo, { sha, path, line }) =>
      `${repoUrl(repo)}/src/commit/${sha}/${encodePath(path)}#L${line}`,
    newPullRequestUrl: (repo, from, to) =>
      `${repoUrl(repo)}/compare/${encodePath(to)}...${encodePath(from)}`,
  };
}

export function giteaRepositories(client: ForgeClient): RepositoryCalls {
  return {
    async listRepos(token) {
      const found = await client.listAll(token, 'user/repos', repository, { limit: 50 });
      return found.map(toForgeRepo);
    },
    async findRepo(token, repo) {
      const found = await client.find(token, `repositories/${repo.uid}`, repository);
      return found && toForgeRepo(found);
    },
  };
}

function toForgeRepo(found: z.infer<typeof repository>): ForgeRepo {
  const { admin = false, push = false, pull = false } = found.permissions ?? {};
  return { ...toFacts(found), permissions: { read: pull, write: push, admin } };
}

export function toFacts(found: z.infer<typeof repository>): ForgeRepoFacts {
  const [namespace = '', name = ''] = found.full_name.split('/');
  return {
    uid: String(found.id),
    ...(found.owner ? { ownerUid: String(found.owner.id) } : {}),
    namespace,
    name,
    ...(found.default_branch ? { defaultBranch: found.default_branch } : {}),
    isPrivate: found.private || found.internal,
  };
}
