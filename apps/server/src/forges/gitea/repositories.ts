import { encodePath } from '@millrace/contract/encode-path';
import { readRef } from '@millrace/contract/git-ref';
import { z } from 'zod/mini';
import type { ForgeCommit, ForgeRepo, ForgeRepoFacts, ForgeRepoRef } from '../forge.ts';
import type { ForgeAdapter } from '../remote/forge-adapter.ts';
import type { ForgeClient } from '../remote/forge-client.ts';
import { ForgeRefusedError } from '../remote/forge-errors.ts';

type Place = Pick<ForgeRepoRef, 'namespace' | 'name'>;

const pageSize = 50;

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

export function pathOf({ namespace, name }: Place): string {
  return `repos/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}`;
}

export function addressesAt(
  url: string,
): Pick<ForgeAdapter, 'cloneUrl' | 'repoUrl' | 'commitUrl' | 'treeUrl'> {
  const repoUrl = ({ namespace, name }: Place) => `${url}/${namespace}/${name}`;
  return {
    repoUrl,
    cloneUrl: (repo) => `${repoUrl(repo)}.git`,
    commitUrl: (repo, sha) => `${repoUrl(repo)}/commit/${sha}`,
    treeUrl: (repo, ref) => {
      const { kind, name } = readRef(ref);
      if (kind === 'pull_request') return `${repoUrl(repo)}/pulls/${name}`;
      // Without a word for what it is, the forge looks for a branch, a tag and a commit.
      const place = kind === 'other' ? '' : `${kind}/`;
      return `${repoUrl(repo)}/src/${place}${encodePath(name)}`;
    },
  };
}

export async function listRepos(client: ForgeClient, token: string): Promise<ForgeRepo[]> {
  const found = await client.listAll(token, 'user/repos', repository, { limit: pageSize });
  return found.map(toForgeRepo);
}

export async function findRepo(
  client: ForgeClient,
  token: string,
  repo: ForgeRepoRef,
): Promise<ForgeRepo | null> {
  const found = await client.find(token, `repositories/${repo.uid}`, repository);
  return found && toForgeRepo(found);
}

const person = z.object({ name: z.string(), email: z.string(), date: z.optional(z.string()) });
const commit = z.object({
  sha: z.string(),
  commit: z.object({ message: z.string(), author: person, committer: person }),
  author: z.nullable(z.object({ login: z.string(), avatar_url: z._default(z.string(), '') })),
});

export async function findCommit(
  client: ForgeClient,
  token: string,
  repo: Place,
  revision: string,
): Promise<ForgeCommit | null> {
  // A name alone would be that of a tag first.
  const path = `${pathOf(repo)}/git/commits/${encodeURIComponent(revision)}`;
  const only = { stat: false, verification: false, files: false };
  const found = await client.find(token, path, commit, only);
  return found && toCommit(found);
}

function toCommit(found: z.infer<typeof commit>): ForgeCommit {
  const { message, author, committer } = found.commit;
  return {
    sha: found.sha,
    message: message.trim(),
    authorLogin: found.author?.login ?? '',
    authorName: author.name,
    authorEmail: author.email,
    authorAvatar: found.author?.avatar_url ?? '',
    committedSec: Math.floor(Date.parse(committer.date ?? '') / 1000) || 0,
  };
}

export function readFile(
  client: ForgeClient,
  token: string,
  repo: Place,
  sha: string,
  path: string,
): Promise<string | null> {
  return client.findText(token, `${pathOf(repo)}/raw/${encodePath(path)}`, { ref: sha });
}

const tree = z.object({ tree: z.array(z.object({ path: z.string(), type: z.string() })) });

export async function listTopFiles(
  client: ForgeClient,
  token: string,
  repo: Place,
  sha: string,
): Promise<string[] | null> {
  try {
    const found = await client.find(token, `${pathOf(repo)}/git/trees/${sha}`, tree);
    return found?.tree.flatMap(({ path, type }) => (type === 'blob' ? path : [])) ?? null;
  } catch (error) {
    // Gitea answers 400 for a commit that it does not have.
    if (error instanceof ForgeRefusedError && error.forgeStatus === 400) return null;
    throw error;
  }
}

const comparison = z.object({
  commits: z.array(
    z.object({ files: z._default(z.array(z.object({ filename: z.string() })), []) }),
  ),
});

/** The files of all commits between the two: also those that a later one puts back. */
export async function listChangedPaths(
  client: ForgeClient,
  token: string,
  repo: Place,
  before: string,
  after: string,
): Promise<string[] | null> {
  const found = await client.find(
    token,
    `${pathOf(repo)}/compare/${before}...${after}`,
    comparison,
  );
  if (!found) return null;
  const names = found.commits.flatMap(({ files }) => files.map(({ filename }) => filename));
  return [...new Set(names)];
}

const changedFile = z.object({ filename: z.string(), previous_filename: z.optional(z.string()) });

/** For Forgejo 7, and Gitea before 1.22, which have no call that compares commits. */
export async function listPullRequestFiles(
  client: ForgeClient,
  token: string,
  repo: Place,
  number: number,
): Promise<string[] | null> {
  const path = `${pathOf(repo)}/pulls/${number}/files`;
  try {
    const files = await client.listAll(token, path, changedFile, { limit: pageSize });
    return files.flatMap(({ filename, previous_filename }) =>
      previous_filename ? [previous_filename, filename] : [filename],
    );
  } catch (error) {
    if (error instanceof ForgeRefusedError && error.forgeStatus === 404) return null;
    throw error;
  }
}

/** Gitea tells them with the newest first. */
export async function listCommits(
  client: ForgeClient,
  token: string,
  repo: Place,
  before: string,
  after: string,
  limit: number,
): Promise<ForgeCommit[] | null> {
  const path = `${pathOf(repo)}/compare/${before}...${after}`;
  const found = await client.find(token, path, z.object({ commits: z.array(commit) }));
  if (!found) return null;
  return found.commits.slice(0, limit).map(toCommit);
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
