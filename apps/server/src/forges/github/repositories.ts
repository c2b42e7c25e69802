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
  permissions: z.optional(z.object({ admin: z.boolean(), push: z.boolean(), pull: z.boolean() })),
});

export function pathOf({ namespace, name }: RepoName): string {
  return `repos/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}`;
}

export function githubUrls(url: string): RepositoryUrls {
  const repoUrl = ({ namespace, name }: RepoName) => `${url}/${namespace}/${name}`;
  return {
    repoUrl,
    cloneUrl: (repo) => `${repoUrl(repo)}.git`,
    commitUrl: (repo, sha) => `${repoUrl(repo)}/commit/${sha}`,
    treeUrl: (repo, ref) => {
      const { kind, name } = readRef(ref);
      const page = kind === 'pull_request' ? 'pull' : 'tree';
      return `${repoUrl(repo)}/${page}/${encodePath(name)}`;
    },
    fileUrl: (repo, { sha, path, line }) =>
      `${repoUrl(repo)}/blob/${sha}/${encodePath(path)}#L${line}`,
    newPullRequestUrl: (repo, from, to) =>
      `${repoUrl(repo)}/compare/${encodePath(to)}...${encodePath(from)}?expand=1`,
  };
}

export function githubRepositories(client: ForgeClient): RepositoryCalls {
  return {
    async listRepos(token) {
      const query = { per_page: 100, affiliation: 'owner,collaborator,organization_member' };
      return (await client.listAll(token, 'user/repos', repository, query)).map(toForgeRepo);
    },
    async findRepo(token, { uid }) {
      const found = await client.find(token, `repositories/${uid}`, repository);
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
    isPrivate: found.private,
  };
}
