import { posix } from 'node:path';
import { encodePath } from '@millrace/contract/encode-path';
import { readRef } from '@millrace/pipeline/git-ref';
import { z } from 'zod/mini';
import type { ForgeRepoRef, ListedCommit } from '../forge.ts';
import type { CommitCalls } from '../remote/forge-adapter.ts';
import type { ForgeClient } from '../remote/forge-client.ts';
import { pathOf } from './repositories.ts';

const commit = z.object({
  hash: z.string(),
  parents: z._default(z.array(z.object({ hash: z.string() })), []),
  message: z.string(),
  date: z.string(),
  author: z.object({
    raw: z.string(),
    user: z.optional(
      z.object({
        nickname: z._default(z.string(), ''),
        links: z.object({ avatar: z.optional(z.object({ href: z.string() })) }),
      }),
    ),
  }),
});

const named = z.object({ target: commit });

const tag = z.object({ name: z.string(), target: commit });

const treeEntry = z.object({
  path: z.string(),
  type: z.string(),
  attributes: z._default(z.array(z.string()), []),
});

/** Maximum page size of Bitbucket. */
const maxEntries = 100;

const maxCommitsPerPage = 100;

const side = z.optional(z.nullable(z.object({ path: z.string() })));

const difference = z.object({ old: side, new: side });

export function bitbucketCommits(client: ForgeClient): CommitCalls {
  return {
    async findCommit(token, repo, revision) {
      const found = await findNamed(client, token, repo, revision);
      return found && toCommit(found);
    },
    readFile(token, repo, sha, path) {
      return client.findText(token, `${pathOf(repo)}/src/${sha}/${encodePath(path)}`);
    },
    async listFolder(token, repo, sha, folder) {
      const listed = z.object({ values: z.array(treeEntry), next: z.optional(z.string()) });
      const path = `${pathOf(repo)}/src/${sha}/${folder ? `${encodePath(folder)}/` : ''}`;
      const found = await client.find(token, path, listed, { pagelen: maxEntries });
      if (!found) return null;
      const files = found.values.filter(
        ({ type, attributes }) => type === 'commit_file' && !attributes.includes('link'),
      );
      return {
        files: files.map(({ path }) => posix.basename(path)),
        isComplete: found.next === undefined,
      };
    },
    async listChangedPaths(token, repo, before, after) {
      const path = `${pathOf(repo)}/diffstat/${after}..${before}`;
      // `topic` compares with the last common ancestor.
      const found = await client.findAll(token, path, difference, { topic: true });
      if (!found) return null;
      const paths = found.flatMap((one) => [one.old?.path ?? [], one.new?.path ?? []].flat());
      return [...new Set(paths)];
    },
    /** Bitbucket returns the newest commit first. */
    async listCommits(token, repo, before, after, limit) {
      const query = { exclude: before, pagelen: Math.min(limit, maxCommitsPerPage) };
      const path = `${pathOf(repo)}/commits/${after}`;
      const found = await client.find(token, path, z.object({ values: z.array(commit) }), query);
      if (!found) return null;
      return found.values.slice(0, limit).map(toCommit);
    },
    async listHistory(token, repo, sha, limit) {
      const query = { pagelen: Math.min(limit, maxCommitsPerPage) };
      const path = `${pathOf(repo)}/commits/${sha}`;
      const found = await client.find(token, path, z.object({ values: z.array(commit) }), query);
      return (found?.values ?? []).map(toCommit);
    },
    async listTags(token, repo, limit) {
      const query = { sort: '-target.date', pagelen: Math.min(limit, maxCommitsPerPage) };
      const path = `${pathOf(repo)}/refs/tags`;
      const found = await client.find(token, path, z.object({ values: z.array(tag) }), query);
      return (found?.values ?? []).map(({ name, target }) => ({ ...toCommit(target), name }));
    },
  };
}

function toCommit(found: z.infer<typeof commit>): ListedCommit {
  const { raw, user } = found.author;
  const [, name = raw, email = ''] = /^(.*?)\s*<([^<>]*)>\s*$/.exec(raw) ?? [];
  return {
    sha: found.hash,
    message: found.message.trim(),
    authorLogin: user?.nickname ?? '',
    authorName: name,
    authorEmail: email,
    authorAvatar: user?.links.avatar?.href ?? '',
    committedSec: Math.floor(Date.parse(found.date) / 1000) || 0,
    parents: found.parents.map(({ hash }) => hash),
  };
}

async function findNamed(client: ForgeClient, token: string, repo: ForgeRepoRef, revision: string) {
  const { kind, name } = readRef(revision);
  if (kind === 'branch' || kind === 'tag') {
    const list = kind === 'branch' ? 'branches' : 'tags';
    const path = `${pathOf(repo)}/refs/${list}/${encodePath(name)}`;
    return (await client.find(token, path, named))?.target ?? null;
  }
  return client.find(token, `${pathOf(repo)}/commit/${encodePath(revision)}`, commit);
}
