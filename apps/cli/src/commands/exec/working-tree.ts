import { basename } from 'node:path';
import { type CommitTexts, noTexts } from '../plan/dry-facts.ts';
import { git, gitItems, tryGit } from './git.ts';
import { type RemoteFacts, readRemoteUrl } from './remote-url.ts';

/** The files that a user works on, and the commit that they are based on. */
export interface WorkingTree {
  root: string;
  isRepository: boolean;
  /** Empty if there is no commit. */
  commit: string;
  /** Parent of the commit; empty if there is none. */
  before: string;
  /** Checked-out branch, or the default branch if none is checked out. */
  branch: string;
  defaultBranch: string;
  /** Tag of the commit; empty if it has none. */
  tag: string;
  texts: CommitTexts;
  remote: RemoteFacts;
  /** URL of the remote, which may have credentials. */
  remoteUrl: string | undefined;
  /** Files that the commit and the uncommitted changes modify; undefined if the commit has no parent. */
  changedFiles: string[] | undefined;
  /** Files that differ from the last tag before the commit; undefined if there is none. */
  filesSinceTag: string[] | undefined;
  hasChanges: boolean;
}

const fallbackBranches = ['main', 'master'];

export async function readWorkingTree(folder: string): Promise<WorkingTree> {
  const root = await tryGit(folder, 'rev-parse', '--show-toplevel');
  if (!root) return withoutRepository(folder);
  const commit = (await tryGit(root, 'rev-parse', '--verify', '-q', 'HEAD')) ?? '';
  const before = (await tryGit(root, 'rev-parse', '--verify', '-q', 'HEAD~1')) ?? '';
  const branch = await readBranch(root, 'HEAD', 'refs/heads/');
  const defaultBranch = await findDefaultBranch(root, branch);
  const remote = await findRemote(root);
  const lastTag = before && (await tryGit(root, 'describe', '--tags', '--abbrev=0', before));
  return {
    root,
    isRepository: true,
    commit,
    before,
    branch: branch ?? defaultBranch,
    defaultBranch,
    tag: (await tryGit(root, 'describe', '--tags', '--exact-match', 'HEAD')) ?? '',
    texts: await readTexts(root, commit),
    remote: remote ? readRemoteUrl(remote) : noRemote(root),
    remoteUrl: remote,
    changedFiles: before ? await listChangedFiles(root, before) : undefined,
    filesSinceTag: lastTag ? await listChangedFiles(root, lastTag) : undefined,
    hasChanges: (await tryGit(root, 'status', '--porcelain')) !== '',
  };
}

function withoutRepository(root: string): WorkingTree {
  return {
    root,
    isRepository: false,
    commit: '',
    before: '',
    branch: 'main',
    defaultBranch: 'main',
    tag: '',
    texts: noTexts,
    remote: noRemote(root),
    remoteUrl: undefined,
    changedFiles: undefined,
    filesSinceTag: undefined,
    hasChanges: true,
  };
}

function noRemote(root: string): RemoteFacts {
  return { slug: `local/${basename(root)}`, link: '', httpUrl: root, sshUrl: '' };
}

async function findDefaultBranch(root: string, branch: string | undefined): Promise<string> {
  const remote = await readBranch(root, 'refs/remotes/origin/HEAD', 'refs/remotes/origin/');
  if (remote) return remote;
  for (const name of fallbackBranches) {
    if (await tryGit(root, 'rev-parse', '--verify', '-q', `refs/heads/${name}`)) return name;
  }
  return branch ?? 'main';
}

/** Returns the branch that a reference points to. Git's own short name has a prefix if a tag has the same name. */
async function readBranch(root: string, name: string, prefix: string): Promise<string | undefined> {
  const ref = await tryGit(root, 'symbolic-ref', '-q', name);
  return ref?.replace(prefix, '');
}

async function findRemote(root: string): Promise<string | undefined> {
  const names = (await tryGit(root, 'remote'))?.split('\n') ?? [];
  const name = names.includes('origin') ? 'origin' : names[0];
  return name ? tryGit(root, 'remote', 'get-url', name) : undefined;
}

async function readTexts(root: string, commit: string): Promise<CommitTexts> {
  const format = '--format=%an%x00%ae%x00%ct%x00%B';
  const text = commit && (await tryGit(root, 'log', '-1', format, commit));
  if (!text) return noTexts;
  const [authorName = '', authorEmail = '', seconds, message = ''] = text.split('\0');
  return {
    ...noTexts,
    message: message.trimEnd(),
    authorLogin: authorEmail.split('@')[0] ?? '',
    authorName,
    authorEmail,
    committedSec: Number(seconds),
  };
}

async function listChangedFiles(root: string, before: string): Promise<string[]> {
  const names = new Set<string>();
  for (const command of [
    ['diff', '--name-only', '-z', before],
    ['ls-files', '-z', '--others', '--exclude-standard'],
  ]) {
    for await (const name of gitItems(root, ...command)) names.add(name);
  }
  return [...names];
}

/** Writes a bare repository that shares the objects of the tree. */
export async function shareRepository({ root }: WorkingTree, folder: string): Promise<void> {
  await git(root, 'clone', '--quiet', '--bare', '--shared', '.', folder);
}
