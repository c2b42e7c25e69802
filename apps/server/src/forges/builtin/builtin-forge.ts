import { randomUUID } from 'node:crypto';
import { badRequest, conflict } from '@millrace/contract/api-errors';
import { pageSlug } from '@millrace/contract/reserved-names';
import type { Netrc } from '@millrace/contract/runner';
import { branchRef, readRef } from '@millrace/pipeline/git-ref';
import type { Repo } from '../../domain/repo.ts';
import { createByteCache } from '../../shared/byte-cache.ts';
import { whileBusy } from '../../shared/while-busy.ts';
import { commitFile } from '../commit-file.ts';
import { readFollowingLinks } from '../follow-links.ts';
import type {
  FileChange,
  Forge,
  ForgeAuthor,
  ForgeCommit,
  ForgeEvent,
  ForgeFolder,
  ForgeRepo,
  ForgeRepoRef,
  ForgeTag,
  ForgeUser,
  ListedCommit,
  PastCommit,
} from '../forge.ts';
import { type ClonePasswords, cloneLogin } from './clone-credentials.ts';
import { git } from './git.ts';
import { listTagsArguments, readTags } from './list-tags.ts';
import { isPlainRevision } from './plain-revision.ts';
import { processPushes, writePusher } from './push-spool.ts';
import type { RepositoryFiles } from './repository-files.ts';
import { pushCommit, writeCommit } from './write-commit.ts';

type RepoName = Pick<Repo, 'namespace' | 'name'>;

interface Deps {
  files: RepositoryFiles;
  clonePasswords: ClonePasswords;
  /** Public address of this server; known once it listens. */
  publicUrl: () => string;
  /** Lists the repositories granted to an account. The built-in forge stores them in the database. */
  listGrantedRepos: (login: string) => Promise<ForgeRepo[]>;
  /** Runs a job while no other server with the same data folder runs a job of this name. */
  runExclusively: (name: string, job: () => Promise<void>) => Promise<void>;
}

type ReceiveEvent = (event: ForgeEvent) => Promise<{ hasBuilds: boolean }>;

/** Cache size for output of git. */
const cacheBytes = 8 * 1024 * 1024;
const wholeHash = /^[0-9a-f]{40,64}$/;
/**
 * Latest time of a JavaScript `Date`. A commit may contain any time, and a database cannot store all of them.
 */
const maxDateSec = 8.64e12;
const commitFormat = '%H%n%P%n%an%n%ae%n%ct%n%B';

/** Source hosting inside this server: bare repositories in the data folder. */
export class BuiltinForge implements Forge {
  readonly kind = 'builtin';
  readonly hasOnlyOwnCommits = true;
  readonly signIn = { kind: 'password' } as const;
  readonly hasPages = false;
  private readonly deps: Deps;
  private readonly queues = new Map<string, Promise<void>>();
  /** Cron jobs and builds started by hand read the same file of the same commit repeatedly. */
  private readonly answers = createByteCache<string>(cacheBytes);
  /** Ids of pushes in progress, and whether builds were created for them. */
  private readonly running = new Map<string, boolean>();
  private receive: ReceiveEvent = async () => ({ hasBuilds: false });

  constructor(deps: Deps) {
    this.deps = deps;
  }

  listRepos({ login }: ForgeUser): Promise<ForgeRepo[]> {
    return this.deps.listGrantedRepos(login);
  }

  async findRepo({ namespace, name }: RepoName) {
    const defaultBranch = await this.findDefaultBranch({ namespace, name });
    return { namespace, name, defaultBranch };
  }

  /**
   * The account with the namespace's name is its owner. Accounts with write access to a repository in it are
   * members.
   */
  async findMembership(
    { login }: ForgeUser,
    namespace: string,
  ): Promise<'none' | 'member' | 'owner'> {
    if (login === namespace) return 'owner';
    const repos = await this.deps.listGrantedRepos(login);
    const isMember = repos.some((repo) => repo.namespace === namespace && repo.permissions.write);
    return isMember ? 'member' : 'none';
  }

  /** Truncates files of many megabytes. Callers have lower limits. */
  async readFile(repo: ForgeRepoRef, sha: string, path: string): Promise<string | null> {
    if (!isPlainRevision(sha)) return null;
    const readFile = (path: string) =>
      this.gitCached(repo, sha, ['show', `${sha}:${path}`], { isBeginningEnough: true });
    const listFolder = (folder: string) => this.listFolder(repo, sha, folder);
    return readFollowingLinks({ readFile, listFolder }, path);
  }

  async listFolder(repo: ForgeRepoRef, sha: string, folder: string): Promise<ForgeFolder | null> {
    if (!isPlainRevision(sha)) return null;
    const args = ['ls-tree', '-z', '--end-of-options', `${sha}:${folder}`];
    const listed = await this.gitCached(repo, sha, args, { isBeginningEnough: true });
    if (listed === null) return null;
    // MODE blob HASH<tab>NAME<nul>; the mode of a link starts with 12.
    const files = listed
      .split('\0')
      .flatMap((line) => /^10\d+ blob \S+\t(.+)/s.exec(line)?.[1] ?? []);
    return { files, isComplete: listed === '' || listed.endsWith('\0') };
  }

  async listChangedPaths(repo: RepoName, before: string, after: string): Promise<string[] | null> {
    if (![before, after].every(isPlainRevision)) return null;
    const args = ['diff', '--name-only', '-z', '--end-of-options', before, after, '--'];
    const names = await this.git(repo, args);
    return names === null ? null : names.split('\0').filter((name) => name !== '');
  }

  async findCommit(repo: ForgeRepoRef, revision: string): Promise<ForgeCommit | null> {
    if (!isPlainRevision(revision)) return null;
    const { namespace, name } = repo;
    const object = (await this.deps.files.readRef(namespace, name, revision)) ?? revision;
    const args = ['log', '-1', `--format=${commitFormat}`, '--end-of-options', object, '--'];
    const shown = await this.gitCached(repo, object, args);
    return shown ? readCommit(shown) : null;
  }

  async listCommits(
    repo: RepoName,
    before: string,
    after: string,
    limit: number,
  ): Promise<ListedCommit[] | null> {
    if (![before, after].every(isPlainRevision)) return null;
    const range = ['--end-of-options', `${before}..${after}`, '--'];
    const args = ['log', '-z', `--max-count=${limit}`, `--format=${commitFormat}`, ...range];
    const shown = await this.git(repo, args);
    return shown === null ? null : shown.split('\0').filter(Boolean).map(readCommit);
  }

  async listHistory(repo: RepoName, sha: string, limit: number): Promise<PastCommit[]> {
    if (!isPlainRevision(sha)) return [];
    const args = ['log', '-z', `--max-count=${limit}`, `--format=${commitFormat}`];
    const shown = await this.git(repo, [...args, '--end-of-options', sha, '--']);
    return (shown ?? '').split('\0').filter(Boolean).map(readCommit);
  }

  async listTags(repo: RepoName, limit: number): Promise<ForgeTag[]> {
    const shown = await this.git(repo, listTagsArguments(limit));
    return shown === null ? [] : readTags(shown);
  }

  async commitFile(author: ForgeAuthor, repo: ForgeRepoRef, change: FileChange): Promise<string> {
    const sha = await commitFile(
      {
        findCommit: (revision) => this.findCommit(repo, revision),
        readFile: (commit, path) => this.readFile(repo, commit, path),
        commit: (placed) => this.addCommit(author, repo, placed),
      },
      change,
    );
    // The branch has moved, so the push must be processed even if no other one follows.
    await whileBusy(() => this.receivePushes(repo));
    return sha;
  }

  async setDefaultBranch(repo: RepoName, branch: string): Promise<void> {
    const ref = branchRef(branch);
    const found = await this.git(repo, ['show-ref', '--verify', ref]);
    if (!found) throw badRequest(`There is no branch ${branch}`);
    const isSet = await this.git(repo, ['symbolic-ref', 'HEAD', ref]);
    if (isSet === null) throw conflict(`git could not make ${branch} the default branch`);
  }

  replaceHook(repo: RepoName): Promise<void> {
    return this.deps.files.writeHooks(repo.namespace, repo.name);
  }

  /** Does nothing: pushes into inactive repositories start no builds. */
  async removeHook(): Promise<void> {}

  cloneUrl(repo: RepoName): string {
    return `${this.deps.publicUrl()}/git/${repo.namespace}/${repo.name}.git`;
  }

  sshUrl(): string {
    return '';
  }

  async cloneCredentials(
    _repo: { uid: string },
    stage: { id: number; lifeSec: number },
  ): Promise<Netrc> {
    return {
      machine: new URL(this.deps.publicUrl()).hostname,
      login: cloneLogin,
      password: this.deps.clonePasswords.issue(stage),
    };
  }

  repoUrl(repo: RepoName): string {
    return `${this.deps.publicUrl()}/${pageSlug(`${repo.namespace}/${repo.name}`)}`;
  }

  /** The built-in forge has no pages for commits and files. */
  commitUrl(): string {
    return '';
  }

  treeUrl(): string {
    return '';
  }

  fileUrl(): string {
    return '';
  }

  newPullRequestUrl(): string {
    return '';
  }

  /** Starts to report pushes to `receive`, including those that arrived while nothing listened. */
  async listen(receive: ReceiveEvent): Promise<void> {
    this.receive = receive;
    // Another version of Millrace may have other hooks.
    for (const { namespace, name } of await this.deps.files.list()) {
      await this.deps.files.writeHooks(namespace, name);
    }
    await this.receivePending();
  }

  /** Processes pushes that were received but not handled before a stop or crash. */
  async receivePending(): Promise<void> {
    for (const repo of await this.deps.files.list()) await this.receivePushes(repo);
  }

  /** Returns the id of a new push, for its hook. */
  beginPush(): string {
    const id = randomUUID();
    this.running.set(id, false);
    return id;
  }

  /** Returns whether this server has created builds for the push. */
  endPush(id: string): boolean {
    const hasBuilds = this.running.get(id) ?? false;
    this.running.delete(id);
    return hasBuilds;
  }

  /** Reports pushes recorded by the hook, in the order pushed. Serialized per repository. */
  receivePushes({ namespace, name }: RepoName): Promise<void> {
    const repo = { namespace, name };
    const path = this.deps.files.pathOf(repo.namespace, repo.name);
    const before = this.queues.get(path) ?? Promise.resolve();
    const taken = before
      .catch(() => {})
      .then(() =>
        processPushes(
          path,
          (job) => this.deps.runExclusively(`pushes ${namespace}/${name}`, job),
          async ({ delivery, sender, pushes }) => {
            for (const { ref } of pushes) await this.pointHeadAt(repo, ref);
            const { hasBuilds } = await this.receive({
              delivery,
              repo: { ...repo, defaultBranch: await this.findDefaultBranch(repo) },
              sender: { ...sender, avatar: '' },
              news: pushes,
            });
            const [, id = ''] = /^\d+-(.+)\.push$/.exec(delivery) ?? [];
            if (this.running.has(id)) this.running.set(id, hasBuilds);
          },
        ),
      );
    this.queues.set(path, taken);
    return taken;
  }

  private async addCommit(
    { login, name, email, reader }: ForgeAuthor,
    repo: RepoName,
    change: FileChange,
  ): Promise<string> {
    const path = this.deps.files.pathOf(repo.namespace, repo.name);
    const address = email || `${login}@${new URL(this.deps.publicUrl()).hostname}`;
    const sha = await writeCommit(path, { name: name || login, email: address }, change);
    const ref = branchRef(change.newBranch || change.branch);
    const before = change.newBranch ? '' : change.base;
    const pusher = writePusher(login, reader ?? null);
    if (sha && (await pushCommit(path, pusher, { ref, before, after: sha }))) return sha;
    const rival = change.newBranch && (await this.findRival(repo, change.newBranch));
    if (rival) throw conflict(`There cannot be a branch ${change.newBranch} beside ${rival}`);
    throw conflict(`git could not commit ${change.path}`);
  }

  /** Finds a branch that excludes another one, as `main` excludes `main/sub`, because git stores them as files. */
  private async findRival(repo: RepoName, branch: string): Promise<string | undefined> {
    const parts = branch.split('/');
    const above = parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
    // git also lists the branches below each name.
    const names = [...above, branch].map((name) => branchRef(name));
    const found = await this.git(repo, ['for-each-ref', '--format=%(refname:lstrip=2)', ...names]);
    const excludes = (name: string) => above.includes(name) || name.startsWith(`${branch}/`);
    return found?.split('\n').find(excludes);
  }

  private async findDefaultBranch(repo: RepoName): Promise<string> {
    const head = (await this.readHead(repo)) ?? (await this.git(repo, ['symbolic-ref', 'HEAD']));
    return readRef(head?.trim() || branchRef('main')).name;
  }

  private readHead({ namespace, name }: RepoName): Promise<string | null> {
    return this.deps.files.readHead(namespace, name);
  }

  /** If HEAD names a missing branch, the first pushed branch becomes the default. */
  private async pointHeadAt(repo: RepoName, ref: string): Promise<void> {
    if (readRef(ref).kind !== 'branch' || (await this.readHead(repo)) === ref) return;
    const hasHead = await this.git(repo, ['rev-parse', '--verify', '--quiet', 'HEAD']);
    if (!hasHead) await this.git(repo, ['symbolic-ref', 'HEAD', ref]);
  }

  /** Caches output of git about objects with a full hash, which never change. */
  private async gitCached(
    repo: ForgeRepoRef,
    object: string,
    args: readonly string[],
    options?: Parameters<typeof git>[2],
  ): Promise<string | null> {
    // By id, because another repository may get the same name later.
    const key = `${repo.id} ${args.join(' ')}`;
    const cached = this.answers.get(key);
    if (cached !== undefined) return cached;
    const answer = await this.git(repo, args, options);
    if (answer !== null && wholeHash.test(object)) this.answers.set(key, answer);
    return answer;
  }

  private git(
    repo: RepoName,
    args: readonly string[],
    options?: Parameters<typeof git>[2],
  ): Promise<string | null> {
    return git(this.deps.files.pathOf(repo.namespace, repo.name), args, options);
  }
}

function readCommit(shown: string): ListedCommit {
  const [sha = '', parents = '', authorName = '', authorEmail = '', time = '', ...message] =
    shown.split('\n');
  return {
    sha,
    message: message.join('\n').trim(),
    authorLogin: authorEmail.split('@')[0] ?? '',
    authorName,
    authorEmail,
    authorAvatar: '',
    committedSec: Math.min(Number(time), maxDateSec),
    parents: parents.split(' ').filter(Boolean),
  };
}
