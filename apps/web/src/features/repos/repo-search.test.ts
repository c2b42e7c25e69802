import { sampleRepo } from '@millrace/contract/testing';
import { expect, test } from 'vitest';
import { searchRepos } from './repo-search.ts';

const repos = ['octo/hello', 'acme/octopus', 'acme/Hello-World'].map((slug) =>
  sampleRepo({ slug }),
);

test.each([
  ['', []],
  ['   ', []],
  [' OCTO ', ['acme/octopus', 'octo/hello']],
  ['hello', ['acme/Hello-World', 'octo/hello']],
  ['me/hel', ['acme/Hello-World']],
  ['octo/', ['octo/hello']],
  ['/octo', ['acme/octopus']],
  ['nothing', []],
])('finds repositories for %o', (query, slugs) => {
  expect(
    searchRepos(repos, query)
      .map((repo) => repo.slug)
      .toSorted(),
  ).toEqual(slugs.toSorted());
});
