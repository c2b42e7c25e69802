import type { Build } from '@millrace/contract/api';
import { expect, it } from 'vitest';
import { makeDetails } from '../testing/stage-fixtures.ts';
import { cloneCommands } from './clone-step.ts';

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
  expect(cloneCommands(makeDetails({ build }), depth)).toEqual([
    'git init',
    'git remote add origin https://git.example.com/octocat/hello.git',
    ...expected,
  ]);
});

it('refuses a commit that is not a hash', () => {
  const details = makeDetails({ build: { after: '--upload-pack=evil' } });
  expect(() => cloneCommands(details, 0)).toThrow('is not a commit hash');
});
