import { encodePath } from '@millrace/contract/encode-path';
import { readRef } from '@millrace/contract/git-ref';
import { z } from 'zod/mini';
import type { ForgeCommit, ForgeRepo, ForgeRepoFacts, ForgeRepoRef } from '../forge.ts';
import type { ForgeAdapter } from '../remote/forge-adapter.ts';
import type { ForgeClient } from '../remote/forge-client.ts';
import { listWorkspaces } from './accounts.ts';

type Place = Pick<ForgeRepoRef, 'uid' | 'namespace' | 'name'>;
type Address = Omit<Place, 'uid'>;

export const repository = z.object({
  uuid: z.string(),
  full_name: z.string(),
  workspace: z.optional(z.object({ uuid: z.string() })),
  is_private: z.boolean(),
  mainbranch: z.optional(z.nullable(z.object({ name: z.string() }))),
});

/** By its id the repository is found in whichever workspace it is, under whichever name. */
export function pathOf({ uid, namespace, name }: Place): string {
  const [workspace, repository] = uid ? ['{}', uid] : [namespace, name];
  return `repositories/${encodeURIComponent(workspace)}/${encodeURIComponent(repository)}`;
}

export function addressesAt(
  url: string,
): Pick<ForgeAdapter, 'cloneUrl' | 'repoUrl' | 'commitUrl' | 'treeUrl'> {
  const repoUrl = ({ namespace, name }: Address) => `${url}/${namespace}/${name}`;
  return {
    repoUrl,
    cloneUrl: (repo) => `${repoUrl(repo)}.git`,
    commitUrl: (repo, sha) => `${repoUrl(repo)}/commits/${sha}`,
    treeUrl: (repo, ref) => {
      const { kind, name } = readRef(ref);
      if (kind === 'pull_request') return `${repoUrl(repo)}/pull-requests/${name}`;
      // The name of a branch may have slashes, and only this place knows where it ends.
      return `${repoUrl(repo)}/${kind === 'branch' ? 'branch' : 'src'}/${encodePath(name)}`;
    },
  };
}

/** Lists repositories by workspace. The permissions of the account follow from the lists. */
export async function listRepos(client: ForgeClient, token: string): Promise<ForgeRepo[]> {
  const repos: ForgeRepo[] = [];
  for (const { slug } of await listWorkspaces(client, token)) {
    const list = (role: 'member' | 'contributor' | 'admin') =>
      client.followAll(token, `repositories/${encodeURIComponent(slug)}`, repository, {
        role,
        pagelen: 100,
      });
    const [read, written, administered] = await Promise.all([
      list('member'),
      list('contributor').then(uuidsOf),
      list('admin').then(uuidsOf),
    ]);
    for (const found of read) {
      const { uuid } = found;
      const admin = administered.has(uuid);
      const permissions = { read: true, write: admin || written.has(uuid), admin };
      repos.push({ ...toFacts(found), permissions });
    }
  }
  return repos;
}

function uuidsOf(found: { uuid: string }[]): Set<string> {
  return new Set(found.map(({ uuid }) => uuid));
}

export async function findRepo(
  client: ForgeClient,
  token: string,
  repo: ForgeRepoRef,
): Promise<ForgeRepoFacts | null> {
  const found = await client.find(token, pathOf(repo), repository);
  return found && toFacts(found);
}

const commit = z.object({
  hash: z.string(),
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

export async function findCommit(
  client: ForgeClient,
  token: string,
  repo: Place,
  revision: string,
): Promise<ForgeCommit | null> {
  const found = await findNamed(client, token, repo, revision);
  return found && toCommit(found);
}

function toCommit(found: z.infer<typeof commit>): ForgeCommit {
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
  };
}

async function findNamed(client: ForgeClient, token: string, repo: Place, revision: string) {
  const { kind, name } = readRef(revision);
  if (kind === 'branch' || kind === 'tag') {
    const list = kind === 'branch' ? 'branches' : 'tags';
    const path = `${pathOf(repo)}/refs/${list}/${encodePath(name)}`;
    return (await client.find(token, path, named))?.target ?? null;
  }
  return client.find(token, `${pathOf(repo)}/commit/${encodePath(revision)}`, commit);
}

export function readFile(
  client: ForgeClient,
  token: string,
  repo: Place,
  sha: string,
  path: string,
): Promise<string | null> {
  return client.findText(token, `${pathOf(repo)}/src/${sha}/${encodePath(path)}`);
}

const treeEntry = z.object({ path: z.string(), type: z.string() });
/** The largest page that Bitbucket answers. */
const maxEntries = 100;

export async function listTopFiles(
  client: ForgeClient,
  token: string,
  repo: Place,
  sha: string,
): Promise<string[] | null> {
  const listed = z.object({ values: z.array(treeEntry) });
  const path = `${pathOf(repo)}/src/${sha}/`;
  const found = await client.find(token, path, listed, { pagelen: maxEntries });
  if (!found) return null;
  return found.values.flatMap(({ path, type }) => (type === 'commit_file' ? path : []));
}

const mostCommitsOnPage = 100;

const side = z.optional(z.nullable(z.object({ path: z.string() })));
const difference = z.object({ old: side, new: side });

export async function listChangedPaths(
  client: ForgeClient,
  token: string,
  repo: Place,
  before: string,
  after: string,
): Promise<string[] | null> {
  const path = `${pathOf(repo)}/diffstat/${after}..${before}`;
  // Against the commit that both come from.
  const found = await client.findAll(token, path, difference, { topic: true });
  if (!found) return null;
  const paths = found.flatMap((one) => [one.old?.path ?? [], one.new?.path ?? []].flat());
  return [...new Set(paths)];
}

/** Bitbucket tells them with the newest first. */
export async function listCommits(
  client: ForgeClient,
  token: string,
  repo: Place,
  before: string,
  after: string,
  limit: number,
): Promise<ForgeCommit[] | null> {
  const query = { exclude: before, pagelen: Math.min(limit, mostCommitsOnPage) };
  const path = `${pathOf(repo)}/commits/${after}`;
  const found = await client.find(token, path, z.object({ values: z.array(commit) }), query);
  if (!found) return null;
  return found.values.slice(0, limit).map(toCommit);
}

export function toFacts(found: z.infer<typeof repository>): ForgeRepoFacts {
  const [namespace = '', name = ''] = found.full_name.split('/');
  return {
    uid: found.uuid,
    ...(found.workspace ? { ownerUid: found.workspace.uuid } : {}),
    namespace,
    name,
    ...(found.mainbranch ? { defaultBranch: found.mainbranch.name } : {}),
    isPrivate: found.is_private,
  };
}
