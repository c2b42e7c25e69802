import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';

type Git = (...args: string[]) => Promise<{ exitCode?: number; stdout: string; stderr: string }>;

/** Work trees of real git, one for each account and repository. */
export class WorkTrees {
  private readonly remoteOf: (login: string, slug: string) => string;
  private readonly trees = new Map<string, { dir: string; git: Git }>();

  /** @param remoteOf returns the URL for pushes of an account */
  constructor(remoteOf: (login: string, slug: string) => string) {
    this.remoteOf = remoteOf;
  }

  /** Commits files on a new or existing branch and pushes it. Returns the hash of the commit. */
  async push(
    login: string,
    slug: string,
    branch: string,
    files: Record<string, string>,
    message: string,
  ): Promise<string> {
    const { dir, git } = await this.treeOf(login, slug);
    // A new branch starts at main, whatever was checked out before.
    let known = await git('fetch', '--quiet', 'origin', `refs/heads/${branch}`);
    if (known.exitCode !== 0) known = await git('fetch', '--quiet', 'origin', 'refs/heads/main');
    const start = known.exitCode === 0 ? ['FETCH_HEAD'] : [];
    await git('checkout', '--quiet', '-B', branch, ...start);
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(dir, path)), { recursive: true });
      await writeFile(join(dir, path), text);
    }
    await git('add', '--all');
    await git('commit', '--quiet', '--allow-empty', '--message', message);
    const pushed = await git('push', '--quiet', 'origin', `HEAD:refs/heads/${branch}`);
    if (pushed.exitCode !== 0) throw new Error(pushed.stderr);
    return (await git('rev-parse', 'HEAD')).stdout;
  }

  async pushTag(login: string, slug: string, tag: string): Promise<void> {
    const { git } = await this.treeOf(login, slug);
    await git('tag', tag);
    await git('push', '--quiet', 'origin', `refs/tags/${tag}`);
  }

  async deleteBranch(login: string, slug: string, branch: string): Promise<void> {
    const { git } = await this.treeOf(login, slug);
    await git('push', '--quiet', '--delete', 'origin', `refs/heads/${branch}`);
  }

  async remove(): Promise<void> {
    for (const { dir } of this.trees.values()) await rm(dir, { recursive: true, force: true });
  }

  private async treeOf(login: string, slug: string) {
    const key = `${login} ${slug}`;
    const known = this.trees.get(key);
    if (known) return known;
    const dir = await mkdtemp(join(tmpdir(), 'millrace-forge-tree-'));
    const identity = ['-c', `user.name=${login}`, '-c', `user.email=${login}@example.com`];
    const git: Git = (...args) =>
      execa('git', [...identity, ...args], {
        cwd: dir,
        reject: false,
        env: {
          HOME: dir,
          GIT_TERMINAL_PROMPT: '0',
          GIT_CONFIG_GLOBAL: '/dev/null',
          GIT_CONFIG_NOSYSTEM: '1',
        },
      });
    const tree = { dir, git };
    this.trees.set(key, tree);
    await git('init', '--quiet', '--initial-branch=main');
    await git('remote', 'add', 'origin', this.remoteOf(login, slug));
    await git('pull', '--quiet', 'origin', 'main');
    return tree;
  }
}
