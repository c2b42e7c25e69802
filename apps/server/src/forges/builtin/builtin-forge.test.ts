import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@millrace/node-kit/clock';
import { expect, it, onTestFinished } from 'vitest';
import { Sealer } from '../../shared/sealer.ts';
import { BuiltinForge } from './builtin-forge.ts';
import { ClonePasswords } from './clone-credentials.ts';
import { git } from './git.ts';
import { RepositoryFiles } from './repository-files.ts';

const repo = { id: 1, uid: '1', forge: 'builtin', ownerId: 1, namespace: 'ada', name: 'project' };

async function makeForge() {
  const root = await mkdtemp(join(tmpdir(), 'millrace-builtin-forge-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const files = new RepositoryFiles(root);
  await files.create(repo.namespace, repo.name);
  const forge = new BuiltinForge({
    files,
    clonePasswords: new ClonePasswords(new Sealer(Buffer.alloc(32)), systemClock),
    publicUrl: () => 'http://127.0.0.1',
    listGrantedRepos: async () => [],
    runExclusively: (_, job) => job(),
  });
  return { forge, path: files.pathOf(repo.namespace, repo.name) };
}

/** Creates a commit with one file and returns its hash. */
async function commit(path: string, file: string, text: string): Promise<string> {
  const ask = async (args: string[], input = '') =>
    (await git(path, args, { input }))?.trim() ?? '';
  const blob = await ask(['hash-object', '-w', '--stdin'], text);
  const tree = await ask(['mktree'], `100644 blob ${blob}\t${file}\n`);
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  return ask([...identity, 'commit-tree', '-m', 'First', tree]);
}

it('caches a file of a commit per repository id', async () => {
  const { forge, path } = await makeForge();
  const sha = await commit(path, 'build.yml', 'kind: pipeline\n');
  expect(await forge.readFile(repo, sha, 'build.yml')).toBe('kind: pipeline\n');
  expect(await forge.readFile(repo, sha, 'other.yml')).toBeNull();
  await rm(path, { recursive: true });
  expect(await forge.readFile(repo, sha, 'build.yml')).toBe('kind: pipeline\n');
  expect(await forge.readFile(repo, sha, 'other.yml')).toBeNull();
  expect(await forge.readFile({ ...repo, id: 2 }, sha, 'build.yml')).toBeNull();
});

it('reads the file that a symbolic link of the commit names', async () => {
  const { forge, path } = await makeForge();
  const ask = async (args: string[], input = '') =>
    (await git(path, args, { input }))?.trim() ?? '';
  const store = (text: string) => ask(['hash-object', '-w', '--stdin'], text);
  const file = await store('kind: pipeline\n');
  const [inside, outside] = [await store('ci/build.yml'), await store('../../build.yml')];
  const folder = await ask(['mktree'], `100644 blob ${file}\tbuild.yml\n`);
  const entries = [`120000 blob ${inside}\t.drone.yml`, `120000 blob ${outside}\toutside.yml`];
  const top = await ask(['mktree'], `${[...entries, `040000 tree ${folder}\tci`].join('\n')}\n`);
  expect(await forge.readFile(repo, top, '.drone.yml')).toBe('kind: pipeline\n');
  expect(await forge.readFile(repo, top, 'outside.yml')).toBeNull();
});

it('lists the files of a folder without links and folders', async () => {
  const { forge, path } = await makeForge();
  const ask = async (args: string[], input = '') =>
    (await git(path, args, { input }))?.trim() ?? '';
  const blob = await ask(['hash-object', '-w', '--stdin'], 'a');
  const inner = await ask(['mktree'], `100755 blob ${blob}\tb.sh\n`);
  const entries = [`100644 blob ${blob}\tä.yml`, `120000 blob ${blob}\tlink.yml`];
  const folder = await ask(['mktree'], `${[...entries, `040000 tree ${inner}\tsub`].join('\n')}\n`);
  const top = await ask(['mktree'], `040000 tree ${folder}\t.drone\n`);
  const list = (name: string) => forge.listFolder(repo, top, name);
  expect(await list('.drone')).toEqual({ files: ['ä.yml'], isComplete: true });
  expect(await list('.drone/sub')).toEqual({ files: ['b.sh'], isComplete: true });
  expect(await list('')).toEqual({ files: [], isComplete: true });
  expect(await list('.drone/ä.yml')).toBeNull();
  expect(await list('--none')).toBeNull();
});

it('does not cache a file read by branch', async () => {
  const { forge, path } = await makeForge();
  const point = async (text: string) =>
    git(path, ['update-ref', 'refs/heads/main', await commit(path, 'build.yml', text)]);
  await point('first');
  expect(await forge.readFile(repo, 'refs/heads/main', 'build.yml')).toBe('first');
  await point('second');
  expect(await forge.readFile(repo, 'refs/heads/main', 'build.yml')).toBe('second');
});

it('finds the commit of loose, packed, annotated and symbolic references', async () => {
  const { forge, path } = await makeForge();
  const ref = 'refs/heads/feature/one-1.2';
  const first = await commit(path, 'build.yml', 'first');
  const second = await commit(path, 'build.yml', 'second');
  const shaOf = async (revision: string) => (await forge.findCommit(repo, revision))?.sha;
  expect(await shaOf(ref)).toBeUndefined();
  for (const sha of [first, second, first]) {
    await git(path, ['update-ref', ref, sha]);
    expect(await shaOf(ref)).toBe(sha);
    await git(path, ['pack-refs', '--all']);
    expect(await shaOf(ref)).toBe(sha);
  }
  await git(path, ['tag', '--annotate', '--message', 'One', 'v1', second], {
    env: { GIT_COMMITTER_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'ada@example.com' },
  });
  for (const name of ['refs/tags/v1', 'v1']) {
    expect(await forge.findCommit(repo, name)).toMatchObject({ sha: second, message: 'First' });
  }
  await git(path, ['symbolic-ref', 'refs/heads/other', 'refs/heads/feature/one-1.2']);
  expect(await shaOf('refs/heads/other')).toBe(first);
  await git(path, ['update-ref', '-d', ref]);
  expect(await shaOf(ref)).toBeUndefined();
  expect(await shaOf(first)).toBe(first);
});

it.each(['refs/heads/../../secret', 'refs/heads/main.lock', 'refs/heads/.hidden', '../secret'])(
  'does not read the file %s as a reference',
  async (revision) => {
    const { forge, path } = await makeForge();
    const sha = await commit(path, 'build.yml', 'first');
    await git(path, ['update-ref', 'refs/heads/main', sha]);
    for (const file of ['secret', '../secret', 'refs/heads/main.lock', 'refs/heads/.hidden']) {
      await writeFile(join(path, file), `${sha}\n`);
    }
    expect(await forge.findCommit(repo, revision)).toBeNull();
  },
);

it('lists tags of commits, newest first, up to a limit', async () => {
  const { forge, path } = await makeForge();
  const sha = await commit(path, 'build.yml', 'first');
  const tag = (name: string, object: string, day: number) =>
    git(path, ['tag', '--annotate', '--message', 'A tag', name, object], {
      env: {
        GIT_COMMITTER_NAME: 'Ada',
        GIT_COMMITTER_EMAIL: 'ada@example.com',
        GIT_COMMITTER_DATE: `2098-01-0${day}T00:00:00Z`,
      },
    });
  expect(await forge.listTags(repo, 10)).toEqual([]);
  await git(path, ['tag', 'light', sha]);
  await tag('release/1', sha, 2);
  await tag('release/2', sha, 3);
  const blob = (await git(path, ['rev-parse', `${sha}:build.yml`]))?.trim() ?? '';
  await git(path, ['tag', 'a-file', blob]);
  const listed = await forge.listTags(repo, 10);
  expect(listed.map(({ name }) => name)).toEqual(['release/2', 'release/1', 'light']);
  const facts = { sha, message: 'First', authorName: 'Ada', committedSec: expect.any(Number) };
  expect(listed).toEqual(listed.map(({ name }) => ({ name, ...facts })));
  expect(await forge.listTags(repo, 1)).toMatchObject([{ name: 'release/2' }]);
  expect(await forge.listHistory(repo, sha, 10)).toMatchObject([{ sha, message: 'First' }]);
  expect(await forge.listHistory(repo, 'none', 10)).toEqual([]);
  expect(await forge.listHistory(repo, '--all', 10)).toEqual([]);
});

it('truncates a file at 16 MB', async () => {
  const { forge, path } = await makeForge();
  const text = 'a'.repeat(17 * 1024 * 1024);
  const sha = await commit(path, 'build.yml', text);
  const read = await forge.readFile(repo, sha, 'build.yml');
  expect(read?.length).toBe(16 * 1024 * 1024);
});

it.each([
  ['that does not exist', 'absent'],
  ['with a NUL character', 'a\0b'],
  ['that is an option', '--help'],
  ['that is empty', ''],
  ['too long for a command line', 'a'.repeat(1_000_000)],
])('finds no commit for a revision %s', async (_, revision) => {
  const { forge } = await makeForge();
  expect(await forge.findCommit(repo, revision)).toBeNull();
});

it('limits commit times to the last valid date', async () => {
  const { forge, path } = await makeForge();
  const first = await commit(path, 'build.yml', 'first');
  const written = (await git(path, ['cat-file', 'commit', first])) ?? '';
  const input = written.replaceAll(/ \d+ \+0000$/gm, ' 9223372036854775807 +0000');
  const sha = (
    await git(path, ['hash-object', '-t', 'commit', '-w', '--stdin'], { input })
  )?.trim();
  const found = await forge.findCommit(repo, sha ?? '');
  expect(found).toMatchObject({ sha, committedSec: 8.64e12 });
  expect(new Date((found?.committedSec ?? 0) * 1000).getTime()).not.toBeNaN();
});

it.each([
  ':/First',
  'refs/heads/main^{/First}',
  'refs/heads/main~0',
  'refs/heads/main@{0}',
  'refs/heads/main@{1 year ago}',
  '^refs/heads/main',
  'refs/heads/main..refs/heads/main',
  'refs/heads/main:build.yml',
  'refs/heads/[m]ain',
  '--all',
  '',
])('rejects the revision expression %j', async (revision) => {
  const { forge, path } = await makeForge();
  const sha = await commit(path, 'build.yml', 'First');
  await git(path, ['update-ref', 'refs/heads/main', sha]);
  expect(await forge.findCommit(repo, revision)).toBeNull();
  expect(await forge.listCommits(repo, revision, sha, 1)).toBeNull();
  expect(await forge.listChangedPaths(repo, revision, sha)).toBeNull();
  expect(await forge.readFile(repo, revision, 'build.yml')).toBeNull();
});

it.each(['refs/heads/feature/a+b@x', 'refs/heads/größe-1.2', 'main', 'HEAD'])(
  'finds the commit of the reference %s',
  async (ref) => {
    const { forge, path } = await makeForge();
    const sha = await commit(path, 'build.yml', 'First');
    await git(path, ['update-ref', 'refs/heads/main', sha]);
    if (ref.startsWith('refs/')) await git(path, ['update-ref', ref, sha]);
    expect((await forge.findCommit(repo, ref))?.sha).toBe(sha);
    expect((await forge.findCommit(repo, sha.slice(0, 10).toUpperCase()))?.sha).toBe(sha);
  },
);
