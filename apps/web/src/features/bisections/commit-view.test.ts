import type { BisectionCommit } from '@millrace/contract/api';
import { expect, it } from 'vitest';
import { formatPercent, listCommitItems } from './commit-view.ts';

const commits = (probabilities: number[]): BisectionCommit[] =>
  probabilities.map((probability, at) => ({
    sha: `c${at + 1}`,
    message: '',
    author_login: '',
    author_name: '',
    author_avatar: '',
    timestamp: 0,
    link: '',
    probability,
  }));

const show = (
  probabilities: number[],
  { runs = [] as number[], found = [] as string[], all = false } = {},
) =>
  listCommitItems(
    {
      list: commits(probabilities),
      run_list: runs.map((commit) => ({ commit, build: 1, created: 1 })),
      found,
    },
    all,
  ).map((item) => (item.kind === 'others' ? item.count : item.commit.sha));

const many = Array.from({ length: 100 }, () => 0.001);

it('lists a short list completely, newest first', () => {
  expect(show([0.2, 0, 0.8])).toEqual(['c3', 'c2', 'c1']);
});

it('counts commits that nothing is known about', () => {
  expect(show(many)).toEqual(['c100', 98, 'c1']);
  expect(show(many, { runs: [50], found: ['c60'] })).toEqual([
    'c100',
    39,
    'c60',
    9,
    'c50',
    48,
    'c1',
  ]);
  expect(show(many.with(70, 0.4))).toEqual(['c100', 28, 'c71', 69, 'c1']);
});

it('lists all of them on request', () => {
  expect(show(many, { all: true })).toHaveLength(100);
});

it.each([
  [0, '0'],
  [0.0001, '< 0.1'],
  [0.1234, '12.3'],
  [0.99999, '99.9'],
  [1, '100'],
])('writes %f as %s', (probability, expected) => {
  expect(formatPercent(probability, 'en')).toBe(expected);
});
