import { encodePath } from '@millrace/contract/encode-path';
import { readRef } from '@millrace/pipeline/git-ref';
import { z } from 'zod/mini';
import type { ForgeRepoFacts, ForgeRepoRef } from '../forge.ts';
import type { RepositoryCalls, RepositoryUrls } from '../remote/forge-adapter.ts';
import type { ForgeClient } from '../remote/forge-client.ts';
import { accessLevel } from './access-level.ts';
import { toFullPath, toRepoName } from './full-path.ts';

type RepoName = Pick<ForgeRepoRef, 'namespace' | 'name'>;

type Repo = Pick<ForgeRepoRef, 'uid'>;

const project = z.object({
  id: z.number(),
  path_with_namespace: z.string(),
  namespace: z.optional(z.object({ id: z.number() })),
  default_branch: z.optional(z.nullable(z.string())),
  visibility: z.string(),
});

export function pathOf({ uid }: Repo): string {
  return `projects/${uid}`;
}

export function gitlabUrls(url: string): RepositoryUrls {
  const repoUrl = (repo: RepoName) => `${url}/${toFullPath(repo)}`;
  return {
    repoUrl,
    cloneUrl: (repo) => `${repoUrl(repo)}.git`,
    commitUrl: (repo, sha) => `${repoUrl(repo)}/-/commit/${sha}`,
    treeUrl: (repo, ref) => {
      const { kind, name } = readRef(ref);
      if (kind === 'pull_request') return `${repoUrl(repo)}/-/merge_requests/${name}`;
      const tree = `${repoUrl(repo)}/-/tree/${encodePath(name)}`;
      return kind === 'other' ? tree : `${tree}?ref_type=${kind === 'tag' ? 'tags' : 'heads'}`;
    },
    fileUrl: (repo, { sha, path, line }) =>
      `${repoUrl(repo)}/-/blob/${sha}/${encodePath(path)}#L${line}`,
    newPullRequestUrl: (repo, from, to) => {
      const query = new URLSearchParams({
        'merge_request[source_branch]': from,
        'merge_request[target_branch]': to,
      });
      return `${repoUrl(repo)}/-/merge_requests/new?${query}`;
    },
  };
}

export function gitlabRepositories(client: ForgeClient): RepositoryCalls {
  return {
    /**
     * Lists repositories whose code the account may read as a member. Permissions are queried by access level,
     * because the data of a project does not include access through invited groups.
     */
    async listRepos(token) {
      const query = { membership: true, order_by: 'id', sort: 'asc', per_page: 100 };
      const listIds = async (level: number) => {
        const only = { ...query, simple: true, min_access_level: level };
        const found = await client.listAll(token, 'projects', z.object({ id: z.number() }), only);
        return new Set(found.map(({ id }) => id));
      };
      const [projects, written, administered] = await Promise.all([
        client.listAll(token, 'projects', project, {
          ...query,
          min_access_level: accessLevel.reporter,
        }),
        listIds(accessLevel.developer),
        listIds(accessLevel.maintainer),
      ]);
      return projects.map((found) => ({
        ...toFacts(found),
        permissions: {
          read: true,
          write: written.has(found.id),
          admin: administered.has(found.id),
        },
      }));
    },
    async findRepo(token, repo) {
      const found = await client.find(token, pathOf(repo), project);
      return found && toFacts(found);
    },
  };
}

function toFacts(found: z.infer<typeof project>): ForgeRepoFacts {
  return {
    uid: String(found.id),
    ...(found.namespace ? { ownerUid: String(found.namespace.id) } : {}),
    ...toRepoName(found.path_with_namespace),
    ...(found.default_branch ? { defaultBranch: found.default_branch } : {}),
    // Internal projects are visible to accounts of the forge only.
    isPrivate: found.visibility !== 'public',
  };
}
