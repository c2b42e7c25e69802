import { readRef } from '@millrace/pipeline/git-ref';
import { z } from 'zod/mini';
import type { ForgeRepoRef, ListedCommit, PastCommit } from '../forge.ts';
import type { CommitCalls } from '../remote/forge-adapter.ts';
import type { ForgeClient } from '../remote/forge-client.ts';
import { ForgeRefusedError } from '../remote/forge-errors.ts';
import { pathOf } from './repositories.ts';

const commit = z.object({
  id: z.string(),
  parent_ids: z._default(z.array(z.string()), []),
  message: z.string(),
  author_name: z.string(),
  author_email: z.string(),
  committed_date: z.string(),
});

const named = z.object({ commit });

const tag = z.object({ name: z.string(), commit });

const treeEntry = z.object({
  name: z.string(),
  type: z.string(),
  mode: z._default(z.string(), ''),
});
const linkMode = '120000';

/** Maximum page size of GitLab. */
const maxEntries = 100;

const comparison = z.object({
  diffs: z.array(z.object({ old_path: z.string(), new_path: z.string() })),
  compare_timeout: z._default(z.boolean(), false),
});

/** A comparison lists at most this many files, without a sign that there are more. */
const maxFiles = 1000;

export function gitlabCommits(client: ForgeClient): CommitCalls {
  return {
    async findCommit(token, repo, revision) {
      const found = await findNamed(client, token, repo, revision);
      return found && toCommit(client, token, found);
    },
    readFile(token, repo, sha, path) {
      const file = `${pathOf(repo)}/repository/files/${encodeURIComponent(path)}/raw`;
      return client.findText(token, file, { ref: sha });
    },
    async listFolder(token, repo, sha, folder) {
      const query = { ref: sha, path: folder, per_page: maxEntries };
      const path = `${pathOf(repo)}/repository/tree`;
      const found = await client.find(token, path, z.array(treeEntry), query);
      if (!found) return null;
      const files = found.filter(({ type, mode }) => type === 'blob' && mode !== linkMode);
      return { files: files.map(({ name }) => name), isComplete: found.length < maxEntries };
    },
    async listChangedPaths(token, repo, before, after) {
      const query = { from: before, to: after };
      const path = `${pathOf(repo)}/repository/compare`;
      const found = await client.find(token, path, comparison, query);
      if (!found || found.compare_timeout || found.diffs.length >= maxFiles) return null;
      return [...new Set(found.diffs.flatMap(({ old_path, new_path }) => [old_path, new_path]))];
    },
    /** GitLab returns the oldest commit first. */
    async listCommits(token, repo, before, after, limit) {
      const query = { from: before, to: after };
      const path = `${pathOf(repo)}/repository/compare`;
      const found = await client.find(token, path, z.object({ commits: z.array(commit) }), query);
      if (!found) return null;
      const newest = found.commits.toReversed().slice(0, limit);
      return Promise.all(newest.map((one) => toCommit(client, token, one)));
    },
    async listHistory(token, repo, sha, limit) {
      const query = { ref_name: sha, per_page: limit };
      const path = `${pathOf(repo)}/repository/commits`;
      const found = await client.find(token, path, z.array(commit), query);
      return (found ?? []).map(toPastCommit);
    },
    async listTags(token, repo, limit) {
      const query = { order_by: 'updated', sort: 'desc', per_page: limit };
      const path = `${pathOf(repo)}/repository/tags`;
      const found = await client.find(token, path, z.array(tag), query);
      return (found ?? []).map(({ name, commit }) => ({ name, ...toPastCommit(commit) }));
    },
  };
}

async function toCommit(
  client: ForgeClient,
  token: string,
  found: z.infer<typeof commit>,
): Promise<ListedCommit> {
  return {
    ...toPastCommit(found),
    // GitLab does not link commits to accounts.
    authorLogin: '',
    authorEmail: found.author_email,
    authorAvatar: await findAvatar(client, token, found.author_email),
    parents: found.parent_ids,
  };
}

/** Needs no further call, unlike the avatar. */
function toPastCommit(found: z.infer<typeof commit>): PastCommit {
  return {
    sha: found.id,
    message: found.message.trim(),
    authorName: found.author_name,
    committedSec: Math.floor(Date.parse(found.committed_date) / 1000) || 0,
  };
}

async function findNamed(client: ForgeClient, token: string, repo: ForgeRepoRef, revision: string) {
  const apiPath = `${pathOf(repo)}/repository`;
  const { kind, name } = readRef(revision);
  if (kind === 'branch' || kind === 'tag') {
    const list = kind === 'branch' ? 'branches' : 'tags';
    const path = `${apiPath}/${list}/${encodeURIComponent(name)}`;
    return (await client.find(token, path, named))?.commit ?? null;
  }
  return client.find(token, `${apiPath}/commits/${encodeURIComponent(revision)}`, commit);
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
