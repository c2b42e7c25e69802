import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ClonedRepository } from '@millrace/pipeline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeDetails } from '../testing/stage-fixtures.ts';
import { cloneRepositoriesCommands } from './clone-repositories.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'millrace-clone-'));
  sh(
    dir,
    'git init --quiet --initial-branch=main octocat/hello && mkdir clone && git init --quiet clone',
  );
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function run(folder: string, ...lines: string[]) {
  const env = { PATH: process.env.PATH, HOME: dir, GIT_CONFIG_NOSYSTEM: '1', LANG: 'C' };
  const { status, stdout, stderr } = spawnSync('sh', ['-ec', lines.join('\n')], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  return { status, stdout: stdout.trim(), stderr };
}

function sh(folder: string, line: string): string {
  const { status, stdout, stderr } = run(folder, line);
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

/** Creates a repository with a commit for each text, tagged `v1`, `v2` …, and returns the commits. */
function makeRepository(name: string, ...texts: string[]): string[] {
  const path = join(dir, name);
  mkdirSync(path, { recursive: true });
  sh(path, 'git init --quiet --initial-branch=main');
  return texts.map((text, at) => {
    writeFileSync(join(path, 'file'), text);
    const identity = '-c user.name=ada -c user.email=ada@example.com';
    sh(path, `git add file && git ${identity} commit --quiet -m "${text}"`);
    sh(path, `git ${identity} tag -a -m x v${at + 1}`);
    return sh(path, 'git rev-parse HEAD');
  });
}

const of = (repository: string, path: string, ref = ''): ClonedRepository => ({
  repository,
  path,
  ref,
});
const commandsOf = (repositories: ClonedRepository[], depth = 0) => {
  const { repo } = makeDetails({ repo: { git_http_url: `file://${dir}/octocat/hello` } });
  return cloneRepositoriesCommands(repo, repositories, depth);
};
const clone = (...repositories: ClonedRepository[]) =>
  run(join(dir, 'clone'), ...commandsOf(repositories));
const read = (path: string) => readFileSync(join(dir, 'clone', path), 'utf8');

describe('the address', () => {
  const addressOf = (own: string, slug: string, repository = 'acme/library') => {
    const { repo } = makeDetails({ repo: { git_http_url: own, slug } });
    const commands = cloneRepositoriesCommands(repo, [of(repository, 'x')], 0);
    return commands
      .find((each) => each.includes('remote.origin.url'))
      ?.split(' ')
      .at(-1);
  };
  it.each([
    [
      'https://ci.example.com/git/octo/hello.git',
      'octo/hello',
      'https://ci.example.com/git/acme/library.git',
    ],
    [
      'https://gitlab.com/octo/sub/hello.git',
      'octo/sub/hello',
      'https://gitlab.com/acme/library.git',
    ],
    ['https://example.com/octo/hello', 'octo/hello', 'https://example.com/acme/library'],
    ['/srv/git/octo/hello.git/', 'octo/hello', '/srv/git/acme/library.git/'],
  ])('of a repository beside %s', (own, slug, expected) => {
    expect(addressOf(own, slug)).toBe(expected);
  });

  it('may be written in the file', () => {
    const url = 'https://other.example/a/b.git';
    expect(addressOf('https://example.com/octo/hello.git', 'octo/hello', url)).toBe(url);
  });

  it('is unknown without a remote', () => {
    for (const own of ['', '/home/ada/work', 'https://example.com/another/name.git']) {
      expect(() => addressOf(own, 'octo/hello')).toThrow('has no remote. Write the address');
    }
  });
});

describe('a clone', () => {
  it('has the default branch, a branch, a tag or a commit', () => {
    const [first = '', second] = makeRepository('acme/library', 'one', 'two');
    sh(join(dir, 'acme/library'), `git branch old ${first}`);
    const refs = { default: '', branch: 'old', tag: 'v1', commit: first };
    const made = Object.entries(refs).map(([path, ref]) => of('acme/library', `a/${path}`, ref));
    expect(clone(...made)).toMatchObject({ status: 0 });
    expect(Object.keys(refs).map((path) => read(`a/${path}/file`))).toEqual([
      'two',
      'one',
      'one',
      'one',
    ]);
    expect(sh(join(dir, 'clone/a/default'), 'git rev-parse HEAD')).toBe(second);
    expect(sh(join(dir, 'clone/a/default'), 'git fetch --quiet && git branch -r')).toContain(
      'origin/main',
    );
  });

  it('is no change of the repository of the build', () => {
    makeRepository('acme/library', 'one');
    clone(of('acme/library', 'vendor/library'));
    expect(sh(join(dir, 'clone'), 'git status --porcelain')).toBe('');
  });

  it('has the depth of the clone', () => {
    makeRepository('acme/library', 'one', 'two');
    run(join(dir, 'clone'), ...commandsOf([of('acme/library', 'b', 'main')], 1));
    expect(sh(join(dir, 'clone/b'), 'git rev-list --count HEAD')).toBe('1');
  });

  it('may be repeated, and may have any name', () => {
    makeRepository('acme/library', 'one');
    for (const path of ["-it's $HOME", 'b']) {
      const made = of('acme/library', path);
      expect(clone(made)).toMatchObject({ status: 0 });
      expect(clone(made)).toMatchObject({ status: 0 });
      expect(read(`${path}/file`)).toBe('one');
    }
  });

  it.each([
    ['repository', of('acme/missing', 'b'), 'Could not clone acme/missing: it does not exist'],
    [
      'reference',
      of('acme/library', 'b', 'v9'),
      'Could not clone acme/library at v9: it does not exist',
    ],
  ])('needs a %s', (_, made, message) => {
    makeRepository('acme/library', 'one');
    const { status, stderr } = clone(made);
    expect(status).toBe(1);
    expect(stderr).toContain(message);
  });

  it.each<[string, (folder: string) => void]>([
    ['a file', (folder) => writeFileSync(join(folder, 'a/b'), '')],
    ['a folder', (folder) => mkdirSync(join(folder, 'a/b'))],
    ['a link', (folder) => symlinkSync(dir, join(folder, 'a/b'))],
    [
      'a link above it',
      (folder) => {
        rmSync(join(folder, 'a'), { recursive: true });
        symlinkSync(dir, join(folder, 'a'));
      },
    ],
    [
      'a link to another repository above it',
      (folder) => {
        rmSync(join(folder, 'a'), { recursive: true });
        mkdirSync(join(dir, 'elsewhere/b/.git'), { recursive: true });
        symlinkSync(join(dir, 'elsewhere'), join(folder, 'a'));
      },
    ],
  ])('does not replace %s', (_, make) => {
    makeRepository('acme/library', 'one');
    mkdirSync(dirname(join(dir, 'clone/a/b')), { recursive: true });
    make(join(dir, 'clone'));
    const { status, stderr } = clone(of('acme/library', 'a/b'));
    expect(status).toBe(1);
    expect(stderr).toContain('The repository of this build already has files in a/b.');
  });
});
