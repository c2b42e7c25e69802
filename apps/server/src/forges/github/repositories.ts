import { encodePath } from '@millrace/contract/encode-path';
import { readRef } from '@millrace/contract/git-ref';
import { z } from 'zod/mini';
import type { ForgeCommit, ForgeRepo, ForgeRepoFacts, ForgeRepoRef } from '../forge.ts';
import type { ForgeAdapter } from '../remote/forge-adapter.ts';
import type { ForgeClient } from '../remote/forge-client.ts';
import { ForgeRefusedError } from '../remote/forge-errors.ts';

type Place = Pick<ForgeRepoRef, 'namespace' | 'name'>;

export const repository = z.object({
  id: z.number(),
  full_name: z.string(),
  owner: z.optional(z.object({ id: z.number() })),
  default_branch: z._default(z.string(), ''),
  private: z.boolean(),
  permissions: z.optional(z.object({ admin: z.boolean(), push: z.boolean(), pull: z.boolean() })),
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
      const page = kind === 'pull_request' ? 'pull' : 'tree';
      return `${repoUrl(repo)}/${page}/${encodePath(name)}`;
    },
  };
}

export async function listRepos(client: ForgeClient, token: string): Promise<ForgeRepo[]> {
  const query = { per_page: 100, affiliation: 'owner,collaborator,organization_member' };
  return (await client.listAll(token, 'user/repos', repository, query)).map(toForgeRepo);
}

export async function findRepo(
  client: ForgeClient,
  token: string,
  { uid }: ForgeRepoRef,
): Promise<ForgeRepo | null> {
  const found = await client.find(token, `repositories/${uid}`, repository);
  return found && toForgeRepo(found);
}

const person = z.nullable(
  z.object({
    name: z._default(z.string(), ''),
    email: z._default(z.string(), ''),
    date: z.optional(z.string()),
  }),
);
const commit = z.object({
  sha: z.string(),
  commit: z.object({ message: z.string(), author: person, committer: person }),
  // Null, or empty, where the address in the commit is no account's.
  author: z.nullable(
    z.object({ login: z._default(z.string(), ''), avatar_url: z._default(z.string(), '') }),
  ),
});

export async function findCommit(
  client: ForgeClient,
  token: string,
  repo: Place,
  revision: string,
): Promise<ForgeCommit | null> {
  const wanted = encodeURIComponent(revision.replace(/^refs\//, ''));
  const path = `${pathOf(repo)}/commits/${wanted}`;
  // Of the files, which come along and are not needed, as few as can be asked for.
  const found = await nullIfNone(client.find(token, path, commit, { per_page: 1 }));
  return found && toCommit(found);
}

function toCommit(found: z.infer<typeof commit>): ForgeCommit {
  const { message, author, committer } = found.commit;
  return {
    sha: found.sha,
    message: message.trim(),
    authorLogin: found.author?.login ?? '',
    authorName: author?.name ?? '',
    authorEmail: author?.email ?? '',
    authorAvatar: found.author?.avatar_url ?? '',
    committedSec: Math.floor(Date.parse(committer?.date ?? '') / 1000) || 0,
  };
}

/** For a hash without a commit, and for a repository without any, it has refusals of its own. */
async function nullIfNone<Found>(asked: Promise<Found>): Promise<Found | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ForgeRefusedError && [409, 422].includes(error.forgeStatus)) return null;
    throw error;
  }
}

export function readFile(
  client: ForgeClient,
  token: string,
  repo: Place,
  sha: string,
  path: string,
): Promise<string | null> {
  const place = `${pathOf(repo)}/contents/${encodePath(path)}`;
  return client.findText(token, place, { ref: sha }, 'application/vnd.github.raw+json');
}

/** A comparison tells no more files than this, and not that there are more. */
const mostFiles = 300;

const tree = z.object({ tree: z.array(z.object({ path: z.string(), type: z.string() })) });

export async function listTopFiles(
  client: ForgeClient,
  token: string,
  repo: Place,
  sha: string,
): Promise<string[] | null> {
  const found = await nullIfNone(client.find(token, `${pathOf(repo)}/git/trees/${sha}`, tree));
  if (!found) return null;
  return found.tree.flatMap(({ path, type }) => (type === 'blob' ? path : []));
}

const comparison = z.object({
  files: z._default(
    z.array(z.object({ filename: z.string(), previous_filename: z.optional(z.string()) })),
    [],
  ),
});

/** The files that differ between a commit and the last one that it has in common with the other. */
export async function listChangedPaths(
  client: ForgeClient,
  token: string,
  repo: Place,
  before: string,
  after: string,
): Promise<string[] | null> {
  const path = `${pathOf(repo)}/compare/${before}...${after}`;
  const found = await client.find(token, path, comparison, { per_page: 1 });
  if (!found || found.files.length >= mostFiles) return null;
  return found.files.flatMap(({ filename, previous_filename }) =>
    previous_filename ? [previous_filename, filename] : [filename],
  );
}

/** GitHub tells them with the oldest first, up to 250. */
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
  return found.commits.toReversed().slice(0, limit).map(toCommit);
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
