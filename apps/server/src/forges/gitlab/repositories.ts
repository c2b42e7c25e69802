import { encodePath } from '@millrace/contract/encode-path';
import { readRef } from '@millrace/contract/git-ref';
import { z } from 'zod/mini';
import type { ForgeCommit, ForgeRepo, ForgeRepoFacts, ForgeRepoRef } from '../forge.ts';
import type { ForgeAdapter } from '../remote/forge-adapter.ts';
import type { ForgeClient } from '../remote/forge-client.ts';
import { ForgeRefusedError } from '../remote/forge-errors.ts';
import { accessLevel } from './access-level.ts';
import { toFullPath, toPlace } from './full-path.ts';

type Place = Pick<ForgeRepoRef, 'namespace' | 'name'>;
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

export function addressesAt(
  url: string,
): Pick<ForgeAdapter, 'cloneUrl' | 'repoUrl' | 'commitUrl' | 'treeUrl'> {
  const repoUrl = (repo: Place) => `${url}/${toFullPath(repo)}`;
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
  };
}

/**
 * Lists repositories whose code the account may read as a member. Permissions are queried by access level,
 * because the data of a project does not include access through invited groups.
 */
export async function listRepos(client: ForgeClient, token: string): Promise<ForgeRepo[]> {
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
    permissions: { read: true, write: written.has(found.id), admin: administered.has(found.id) },
  }));
}

export async function findRepo(
  client: ForgeClient,
  token: string,
  repo: Repo,
): Promise<ForgeRepoFacts | null> {
  const found = await client.find(token, pathOf(repo), project);
  return found && toFacts(found);
}

const commit = z.object({
  id: z.string(),
  message: z.string(),
  author_name: z.string(),
  author_email: z.string(),
  committed_date: z.string(),
});
const named = z.object({ commit });

export async function findCommit(
  client: ForgeClient,
  token: string,
  repo: Repo,
  revision: string,
): Promise<ForgeCommit | null> {
  const found = await findNamed(client, token, repo, revision);
  return found && toCommit(client, token, found);
}

async function toCommit(
  client: ForgeClient,
  token: string,
  found: z.infer<typeof commit>,
): Promise<ForgeCommit> {
  return {
    sha: found.id,
    message: found.message.trim(),
    // GitLab knows authors by what the commit says of them alone.
    authorLogin: '',
    authorName: found.author_name,
    authorEmail: found.author_email,
    authorAvatar: await findAvatar(client, token, found.author_email),
    committedSec: Math.floor(Date.parse(found.committed_date) / 1000) || 0,
  };
}

async function findNamed(client: ForgeClient, token: string, repo: Repo, revision: string) {
  const place = `${pathOf(repo)}/repository`;
  const { kind, name } = readRef(revision);
  if (kind === 'branch' || kind === 'tag') {
    const list = kind === 'branch' ? 'branches' : 'tags';
    const path = `${place}/${list}/${encodeURIComponent(name)}`;
    return (await client.find(token, path, named))?.commit ?? null;
  }
  return client.find(token, `${place}/commits/${encodeURIComponent(revision)}`, commit);
}

async function findAvatar(client: ForgeClient, token: string, email: string): Promise<string> {
  const avatar = z.object({ avatar_url: z.nullable(z.string()) });
  try {
    return (await client.find(token, 'avatar', avatar, { email, size: 64 }))?.avatar_url ?? '';
  } catch (error) {
    if (error instanceof ForgeRefusedError) return '';
    throw error;
  }
}

export function readFile(
  client: ForgeClient,
  token: string,
  repo: Repo,
  sha: string,
  path: string,
): Promise<string | null> {
  const file = `${pathOf(repo)}/repository/files/${encodeURIComponent(path)}/raw`;
  return client.findText(token, file, { ref: sha });
}

const treeEntry = z.object({ name: z.string(), type: z.string() });
/** The largest page that GitLab answers. */
const maxEntries = 100;

export async function listTopFiles(
  client: ForgeClient,
  token: string,
  repo: Repo,
  sha: string,
): Promise<string[] | null> {
  const query = { ref: sha, per_page: maxEntries };
  const path = `${pathOf(repo)}/repository/tree`;
  const found = await client.find(token, path, z.array(treeEntry), query);
  if (!found) return null;
  return found.flatMap(({ name, type }) => (type === 'blob' ? name : []));
}

const comparison = z.object({
  diffs: z.array(z.object({ old_path: z.string(), new_path: z.string() })),
  compare_timeout: z._default(z.boolean(), false),
});
/** GitLab shows no more files of a comparison, and does not say so. */
const mostFiles = 1000;

export async function listChangedPaths(
  client: ForgeClient,
  token: string,
  repo: Repo,
  before: string,
  after: string,
): Promise<string[] | null> {
  const query = { from: before, to: after };
  const path = `${pathOf(repo)}/repository/compare`;
  const found = await client.find(token, path, comparison, query);
  if (!found || found.compare_timeout || found.diffs.length >= mostFiles) return null;
  return [...new Set(found.diffs.flatMap(({ old_path, new_path }) => [old_path, new_path]))];
}

/** GitLab tells them with the oldest first. */
export async function listCommits(
  client: ForgeClient,
  token: string,
  repo: Repo,
  before: string,
  after: string,
  limit: number,
): Promise<ForgeCommit[] | null> {
  const query = { from: before, to: after };
  const path = `${pathOf(repo)}/repository/compare`;
  const found = await client.find(token, path, z.object({ commits: z.array(commit) }), query);
  if (!found) return null;
  const newest = found.commits.toReversed().slice(0, limit);
  return Promise.all(newest.map((one) => toCommit(client, token, one)));
}

function toFacts(found: z.infer<typeof project>): ForgeRepoFacts {
  return {
    uid: String(found.id),
    ...(found.namespace ? { ownerUid: String(found.namespace.id) } : {}),
    ...toPlace(found.path_with_namespace),
    ...(found.default_branch ? { defaultBranch: found.default_branch } : {}),
    // Internal projects are visible to accounts of the forge only.
    isPrivate: found.visibility !== 'public',
  };
}
