import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Build } from '@millrace/contract/api';
import { expect, it, onTestFinished } from 'vitest';
import { makeDetails } from '../testing/stage-fixtures.ts';
import { cloneCommands } from './clone-step.ts';

const cloneOf = (depth: number) => ({ depth, repositories: [] });

it.each<[string, Partial<Build>, number, string[]]>([
  [
    'a branch',
    {},
    0,
    [
      'git fetch origin +refs/heads/main:refs/remotes/origin/main || git fetch origin c0ffee00',
      'git checkout -B main c0ffee00 || { git fetch origin c0ffee00 && git checkout -B main c0ffee00; }',
    ],
  ],
  [
    'a branch without history',
    { ref: "refs/heads/it's" },
    1,
    [
      "git fetch --depth=1 origin '+refs/heads/it'\\''s:refs/remotes/origin/it'\\''s' || git fetch --depth=1 origin c0ffee00",
      "git checkout -B 'it'\\''s' c0ffee00 || { git fetch --depth=1 origin c0ffee00 && git checkout -B 'it'\\''s' c0ffee00; }",
    ],
  ],
  [
    'a tag',
    { ref: 'refs/tags/v1', event: 'tag' },
    0,
    [
      'git fetch origin +refs/tags/v1:refs/tags/v1 || git fetch origin c0ffee00',
      'git checkout c0ffee00 || { git fetch origin c0ffee00 && git checkout c0ffee00; }',
    ],
  ],
  [
    'no commit and no ref',
    { after: '', ref: '' },
    0,
    [
      'git fetch origin +refs/heads/main:refs/remotes/origin/main',
      'git checkout -B main FETCH_HEAD',
    ],
  ],
])('fetches %s', (_, build, depth, expected) => {
  expect(cloneCommands(makeDetails({ build }), cloneOf(depth))).toEqual([
    'git init',
    'git remote add origin https://git.example.com/octocat/hello.git',
    ...expected,
  ]);
});

it('fetches a pull request from its source branch if there is no reference for it', () => {
  const build = { ref: 'refs/pull-requests/7/from', event: 'pull_request' as const };
  const cloneSource = { url: 'https://git.example.com/fork/hello.git', ref: 'refs/heads/main' };
  const from = 'https://git.example.com/fork/hello.git';
  expect(cloneCommands({ ...makeDetails({ build }), cloneSource }, cloneOf(0))).toEqual([
    'git init',
    'git remote add origin https://git.example.com/octocat/hello.git',
    `git fetch ${from} +refs/heads/main || git fetch ${from} c0ffee00`,
    `git checkout c0ffee00 || { git fetch ${from} c0ffee00 && git checkout c0ffee00; }`,
    'git fetch origin +refs/heads/main:refs/remotes/origin/main || true',
  ]);
});

it('rejects a commit that is not a hash', () => {
  const details = makeDetails({ build: { after: '--upload-pack=evil' } });
  expect(() => cloneCommands(details, cloneOf(0))).toThrow('is not a commit hash');
});

it('finds a commit of a fork, whatever its branch is called', () => {
  const dir = mkdtempSync(join(tmpdir(), 'millrace-clone-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const env = { PATH: process.env.PATH, HOME: dir, GIT_CONFIG_NOSYSTEM: '1' };
  const sh = (line: string) =>
    execFileSync('sh', ['-ec', line], { cwd: dir, env, encoding: 'utf8', stdio: 'pipe' }).trim();
  const make = (name: string) => {
    const identity = '-c user.name=ada -c user.email=ada@example.com';
    sh(`git init --quiet --initial-branch=main ${name}`);
    sh(`git -C ${name} ${identity} commit --quiet --allow-empty -m ${name}`);
    return sh(`git -C ${name} rev-parse HEAD`);
  };
  const target = make('origin');
  const after = make('fork');
  const details = makeDetails({
    build: { ref: 'refs/pull-requests/7/from', event: 'pull_request', after },
    repo: { git_http_url: `file://${dir}/origin` },
  });
  const cloneSource = { url: `file://${dir}/fork`, ref: 'refs/heads/main' };
  sh(
    ['mkdir clone', 'cd clone', ...cloneCommands({ ...details, cloneSource }, cloneOf(1))].join(
      '\n',
    ),
  );
  expect(sh('git -C clone rev-parse HEAD')).toBe(after);
  expect(sh('git -C clone branch')).not.toContain('main');
  // Commands of steps compare the commit with the target branch.
  expect(sh('git -C clone rev-parse origin/main')).toBe(target);
});
