import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { execa } from 'execa';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readRepositories } from './repository-files.ts';

const identity = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'a' };
const env = { ...identity, GIT_COMMITTER_EMAIL: 'a@b' };

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-repository-files-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const source = () => join(dir, 'source');
const bareIn = (root: string) => join(root, 'ada', 'project.git');
const git = (path: string, ...args: string[]) => execa('git', ['-C', path, ...args], { env });

async function commit(bare: string, branch: string): Promise<string> {
  const { stdout: tree } = await execa('git', ['-C', bare, 'mktree'], { input: '' });
  const { stdout } = await git(bare, 'commit-tree', tree, '-m', branch);
  await git(bare, 'update-ref', `refs/heads/${branch}`, stdout);
  return stdout;
}

/** Copies all files, and runs a change of the repository after each of them. */
async function copy(
  afterEachFile: () => Promise<unknown> = async () => undefined,
): Promise<string> {
  const target = join(dir, 'target');
  for await (const { name, bytes } of readRepositories(source())) {
    const path = join(target, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, await buffer(bytes));
    await afterEachFile();
  }
  for (const folder of ['refs', 'objects']) {
    await mkdir(join(bareIn(target), folder), { recursive: true });
  }
  return bareIn(target);
}

it('copies packed and loose references', async () => {
  const bare = bareIn(source());
  await mkdir(dirname(bare), { recursive: true });
  await execa('git', ['init', '--quiet', '--bare', bare]);
  const first = await commit(bare, 'main');
  await git(bare, 'pack-refs', '--all');
  const hashes = [first, await commit(bare, 'next')];
  const copied = await copy();
  const { stdout } = await git(copied, 'for-each-ref', '--format=%(objectname)');
  expect(stdout.split('\n').toSorted()).toEqual(hashes.toSorted());
  await git(copied, 'fsck', '--strict');
});

it('copies the tables of the newer format of references that its list names', async () => {
  const folder = join(bareIn(source()), 'reftable');
  await mkdir(folder, { recursive: true });
  const files = { 'tables.list': 'a.ref\nb.ref\n', 'a.ref': 'first', 'b.ref': '', 'old.ref': 'x' };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const copied: Record<string, string> = {};
  for await (const { name, bytes } of readRepositories(source())) {
    copied[basename(name)] = (await buffer(bytes)).toString();
  }
  const { 'old.ref': _old, ...current } = files;
  expect(copied).toEqual(current);
});

it('copies all objects of its references while git packs and adds some', async () => {
  const bare = bareIn(source());
  await mkdir(dirname(bare), { recursive: true });
  await execa('git', ['init', '--quiet', '--bare', bare]);
  const hash = await commit(bare, 'main');
  let changes = 0;
  const copied = await copy(async () => {
    if (changes++ > 12) return;
    await commit(bare, `branch-${changes}`);
    await git(bare, 'gc', '--quiet', '--prune=now');
  });
  await git(copied, 'fsck', '--strict', '--connectivity-only');
  expect((await git(copied, 'rev-parse', 'main')).stdout).toBe(hash);
});

it('copies nothing of a missing folder', async () => {
  const next = await readRepositories(source()).next();
  expect(next.done).toBe(true);
});
