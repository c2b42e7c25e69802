import { encodePath } from '@millrace/contract/encode-path';
import { z } from 'zod/mini';
import type { ForgeRepoRef, ListedCommit } from '../forge.ts';
import type { CommitCalls } from '../remote/forge-adapter.ts';
import type { ForgeClient } from '../remote/forge-client.ts';
import { ForgeRefusedError } from '../remote/forge-errors.ts';
import { pathOf } from './repositories.ts';

const person = z.object({ name: z.string(), email: z.string(), date: z.optional(z.string()) });

const commit = z.object({
  sha: z.string(),
  parents: z._default(z.array(z.object({ sha: z.string() })), []),
  commit: z.object({ message: z.string(), author: person, committer: person }),
  author: z.nullable(z.object({ login: z.string(), avatar_url: z._default(z.string(), '') })),
});

const tag = z.object({
  name: z.string(),
  /** Of the tag if it is annotated, else of its commit. */
  message: z._default(z.string(), ''),
  commit: z.object({ sha: z.string(), created: z._default(z.string(), '') }),
});

const tree = z.object({
  tree: z.array(z.object({ path: z.string(), type: z.string(), mode: z._default(z.string(), '') })),
  truncated: z._default(z.boolean(), false),
});

const linkMode = '120000';

/** Entries of a folder. The path of a file has an object instead of a list. */
const contents = z.union([z.array(z.object({ name: z.string(), type: z.string() })), z.object({})]);

const comparison = z.object({
  commits: z.array(
    z.object({ files: z._default(z.array(z.object({ filename: z.string() })), []) }),
  ),
});

const changedFile = z.object({ filename: z.string(), previous_filename: z.optional(z.string()) });

export function giteaCommits(client: ForgeClient): CommitCalls {
  return {
    async findCommit(token, repo, revision) {
      // The revision is a full ref, because a bare name could also be a tag.
      const path = `${pathOf(repo)}/git/commits/${encodeURIComponent(revision)}`;
      const only = { stat: false, verification: false, files: false };
      const found = await client.find(token, path, commit, only);
      return found && toCommit(found);
    },
    readFile(token, repo, sha, path) {
      return client.findText(token, `${pathOf(repo)}/raw/${encodePath(path)}`, { ref: sha });
    },
    async listFolder(token, repo, sha, folder) {
      if (folder === '') return listTop(client, token, repo, sha);
      const path = `${pathOf(repo)}/contents/${encodePath(folder)}`;
      const found = await client.find(token, path, contents, { ref: sha });
      if (!found || !Array.isArray(found)) return null;
      const files = found.flatMap(({ name, type }) => (type === 'file' ? name : []));
      return { files, isComplete: true };
    },
    /** Includes files that a later commit restored. */
    async listChangedPaths(token, repo, before, after) {
      const found = await client.find(
        token,
        `${pathOf(repo)}/compare/${before}...${after}`,
        comparison,
      );
      if (!found) return null;
      const names = found.commits.flatMap(({ files }) => files.map(({ filename }) => filename));
      return [...new Set(names)];
    },
    /** For Forgejo 7 and Gitea before 1.22, which cannot compare commits. */
    async listPullRequestFiles(token, repo, number) {
      const path = `${pathOf(repo)}/pulls/${number}/files`;
      try {
        const files = await client.listAll(token, path, changedFile, { limit: 50 });
        return files.flatMap(({ filename, previous_filename }) =>
          previous_filename ? [previous_filename, filename] : [filename],
        );
      } catch (error) {
        if (error instanceof ForgeRefusedError && error.forgeStatus === 404) return null;
        throw error;
      }
    },
    /** Gitea returns the newest commit first. */
    async listCommits(token, repo, before, after, limit) {
      const path = `${pathOf(repo)}/compare/${before}...${after}`;
      const found = await client.find(token, path, z.object({ commits: z.array(commit) }));
      if (!found) return null;
      return found.commits.slice(0, limit).map(toCommit);
    },
    /** Gitea lists at most 50 commits and tags, unless its settings change that. */
    async listHistory(token, repo, sha, limit) {
      const query = { sha, limit, stat: false, verification: false, files: false };
      const found = await client.find(token, `${pathOf(repo)}/commits`, z.array(commit), query);
      return (found ?? []).map(toCommit);
    },
    async listTags(token, repo, limit) {
      const found = await client.find(token, `${pathOf(repo)}/tags`, z.array(tag), { limit });
      return (found ?? []).map(({ name, commit: { sha, created }, message }) => ({
        name,
        sha,
        message: message.trim(),
        committedSec: Math.floor(Date.parse(created) / 1000) || 0,
      }));
    },
  };
}

/** The contents of the top folder take Gitea long: it looks for the last commit of each of them. */
async function listTop(client: ForgeClient, token: string, repo: ForgeRepoRef, sha: string) {
  try {
    const found = await client.find(token, `${pathOf(repo)}/git/trees/${sha}`, tree);
    if (!found) return null;
    const files = found.tree.filter(({ type, mode }) => type === 'blob' && mode !== linkMode);
    return { files: files.map(({ path }) => path), isComplete: !found.truncated };
  } catch (error) {
    // Gitea answers 400 for a commit that it does not have.
    if (error instanceof ForgeRefusedError && error.forgeStatus === 400) return null;
    throw error;
  }
}

function toCommit(found: z.infer<typeof commit>): ListedCommit {
  const { message, author, committer } = found.commit;
  return {
    sha: found.sha,
    message: message.trim(),
    authorLogin: found.author?.login ?? '',
    authorName: author.name,
    authorEmail: author.email,
    authorAvatar: found.author?.avatar_url ?? '',
    committedSec: Math.floor(Date.parse(committer.date ?? '') / 1000) || 0,
    parents: found.parents.map(({ sha }) => sha),
  };
}
