import { encodePath } from '@millrace/contract/encode-path';
import { z } from 'zod/mini';
import type { ListedCommit } from '../forge.ts';
import type { CommitCalls } from '../remote/forge-adapter.ts';
import type { ForgeClient } from '../remote/forge-client.ts';
import { ForgeRefusedError } from '../remote/forge-errors.ts';
import { pathOf } from './repositories.ts';

const person = z.nullable(
  z.object({
    name: z._default(z.string(), ''),
    email: z._default(z.string(), ''),
    date: z.optional(z.string()),
  }),
);

const commit = z.object({
  sha: z.string(),
  parents: z._default(z.array(z.object({ sha: z.string() })), []),
  commit: z.object({ message: z.string(), author: person, committer: person }),
  // Null or empty if no account has the address in the commit.
  author: z.nullable(
    z.object({ login: z._default(z.string(), ''), avatar_url: z._default(z.string(), '') }),
  ),
});

const tag = z.object({ name: z.string(), commit: z.object({ sha: z.string() }) });

/** A comparison lists at most this many files, without a sign that there are more. */
const maxFiles = 300;

/** A folder lists at most this many entries, without a sign that there are more. */
const maxEntries = 1000;

/** Entries of a folder. The path of a file has an object instead of a list. */
const contents = z.union([z.array(z.object({ name: z.string(), type: z.string() })), z.object({})]);

const comparison = z.object({
  files: z._default(
    z.array(z.object({ filename: z.string(), previous_filename: z.optional(z.string()) })),
    [],
  ),
});

export function githubCommits(client: ForgeClient): CommitCalls {
  return {
    async findCommit(token, repo, revision) {
      const name = encodeURIComponent(revision.replace(/^refs\//, ''));
      const path = `${pathOf(repo)}/commits/${name}`;
      // The answer includes changed files, which are not needed: a page of one keeps it small.
      const found = await nullIfNone(client.find(token, path, commit, { per_page: 1 }));
      return found && toCommit(found);
    },
    readFile(token, repo, sha, path) {
      const apiPath = `${pathOf(repo)}/contents/${encodePath(path)}`;
      return client.findText(token, apiPath, { ref: sha }, 'application/vnd.github.raw+json');
    },
    async listFolder(token, repo, sha, folder) {
      const path = `${pathOf(repo)}/contents/${encodePath(folder)}`;
      const found = await nullIfNone(client.find(token, path, contents, { ref: sha }));
      if (!found || !Array.isArray(found)) return null;
      const files = found.flatMap(({ name, type }) => (type === 'file' ? name : []));
      return { files, isComplete: found.length < maxEntries };
    },
    /** Compares `after` with the last common ancestor of both commits. */
    async listChangedPaths(token, repo, before, after) {
      const path = `${pathOf(repo)}/compare/${before}...${after}`;
      const found = await client.find(token, path, comparison, { per_page: 1 });
      if (!found || found.files.length >= maxFiles) return null;
      return found.files.flatMap(({ filename, previous_filename }) =>
        previous_filename ? [previous_filename, filename] : [filename],
      );
    },
    /** GitHub returns up to 250 commits, the oldest first. */
    async listCommits(token, repo, before, after, limit) {
      const path = `${pathOf(repo)}/compare/${before}...${after}`;
      const found = await client.find(token, path, z.object({ commits: z.array(commit) }));
      if (!found) return null;
      return found.commits.toReversed().slice(0, limit).map(toCommit);
    },
    async listHistory(token, repo, sha, limit) {
      const query = { sha, per_page: limit };
      const path = `${pathOf(repo)}/commits`;
      const found = await nullIfNone(client.find(token, path, z.array(commit), query));
      return (found ?? []).map(toCommit);
    },
    async listTags(token, repo, limit) {
      const query = { per_page: limit };
      const found = await client.find(token, `${pathOf(repo)}/tags`, z.array(tag), query);
      return (found ?? []).map(({ name, commit }) => ({ name, sha: commit.sha }));
    },
  };
}

function toCommit(found: z.infer<typeof commit>): ListedCommit {
  const { message, author, committer } = found.commit;
  return {
    sha: found.sha,
    message: message.trim(),
    authorLogin: found.author?.login ?? '',
    authorName: author?.name ?? '',
    authorEmail: author?.email ?? '',
    authorAvatar: found.author?.avatar_url ?? '',
    committedSec: Math.floor(Date.parse(committer?.date ?? '') / 1000) || 0,
    parents: found.parents.map(({ sha }) => sha),
  };
}

/** Returns null for an unknown hash (422) and an empty repository (409). */
async function nullIfNone<Found>(call: Promise<Found>): Promise<Found | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ForgeRefusedError && [409, 422].includes(error.forgeStatus)) return null;
    throw error;
  }
}
