import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { git } from './git.ts';
import { gitHooks } from './git-hooks.ts';

/** References whose file, and the `.lock` file that git adds, have a safe name. */
const refPattern = /^refs\/(heads|tags)(\/(?!\.)[\w.-]+(?<!\.lock))+$/;
const namePattern = /^(?!.*\.git$)(?!\.+$)[.a-zA-Z0-9_-]{1,100}$/;

export function isRepoName(name: string): boolean {
  return namePattern.test(name);
}

/** The bare repositories in the data folder. */
export class RepositoryFiles {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  pathOf(namespace: string, name: string): string {
    return join(this.root, namespace, `${name}.git`);
  }

  exists(namespace: string, name: string): boolean {
    return existsSync(join(this.pathOf(namespace, name), 'HEAD'));
  }

  async create(namespace: string, name: string): Promise<void> {
    const path = this.pathOf(namespace, name);
    await mkdir(path, { recursive: true });
    // The templates of git are not needed. Most of them are sample hooks.
    await git(path, ['init', '--bare', '--quiet', '--template=', '--initial-branch=main', path]);
    await this.writeHooks(namespace, name);
  }

  /** Reads the branch in HEAD, as a full reference. Null if only git can tell. */
  async readHead(namespace: string, name: string): Promise<string | null> {
    const head = await readFile(join(this.pathOf(namespace, name), 'HEAD'), 'utf8').catch(() => '');
    // With the reftable format, HEAD contains a dummy branch.
    return /^ref: (refs\/heads\/(?!\.invalid$).+)$/m.exec(head)?.[1] ?? null;
  }

  /** Reads the object that a full reference points to. Null if only git can tell. */
  async readRef(namespace: string, name: string, ref: string): Promise<string | null> {
    if (!refPattern.test(ref)) return null;
    const text = await readFile(join(this.pathOf(namespace, name), ref), 'utf8').catch(() => '');
    return /^([0-9a-f]{40}|[0-9a-f]{64})\n$/.exec(text)?.[1] ?? null;
  }

  /** Returns the bytes of a repository's objects; 0 if they cannot be read. */
  async measure(namespace: string, name: string): Promise<number> {
    const counts = await git(this.pathOf(namespace, name), ['count-objects', '-v']);
    const kilobytes = counts?.matchAll(/^size(?:-pack|-garbage)?: (\d+)$/gm) ?? [];
    return [...kilobytes].reduce((sum, [, size]) => sum + Number(size) * 1024, 0);
  }

  /** Lists all repositories by namespace and name. */
  async list(): Promise<{ namespace: string; name: string }[]> {
    const found: { namespace: string; name: string }[] = [];
    for (const namespace of await readdir(this.root)) {
      for (const entry of await readdir(join(this.root, namespace))) {
        if (entry.endsWith('.git')) found.push({ namespace, name: entry.slice(0, -4) });
      }
    }
    return found;
  }

  /**
   * Writes the hooks. One records each push in a file before git confirms it to the client, so that a server
   * that crashes at that moment finds the push at its next start.
   */
  async writeHooks(namespace: string, name: string): Promise<void> {
    const path = this.pathOf(namespace, name);
    await mkdir(join(path, 'hooks'), { recursive: true });
    await mkdir(join(path, 'millrace-pushes'), { recursive: true });
    for (const [hook, text] of Object.entries(gitHooks)) {
      await writeHook(join(path, 'hooks', hook), text);
    }
  }
}

/** Replaces the file in one step, because a push may be running it. */
async function writeHook(file: string, text: string): Promise<void> {
  if ((await readFile(file, 'utf8').catch(() => '')) === text) return;
  const part = `${file}.${randomUUID()}`;
  await writeFile(part, text);
  await chmod(part, 0o755);
  await rename(part, file);
}
