import { sampleBuild, sampleRepo } from '@millrace/contract/testing';
import { expect, test } from 'vitest';
import {
  compareByActivity,
  filterRepos,
  organizationsOf,
  type RepoFilters,
  recentRepos,
  repoStatus,
} from './repo-list-view.ts';

const repos = [
  sampleRepo({ slug: 'octo/off', active: false, build: sampleBuild({ created: 900 }) }),
  sampleRepo({ slug: 'octo/old', build: sampleBuild({ created: 100 }) }),
  sampleRepo({ slug: 'acme/fresh' }),
  sampleRepo({ slug: 'acme/new', build: sampleBuild({ created: 500, status: 'failure' }) }),
  sampleRepo({ slug: 'acme/bare' }),
];
const isRed = (slug: string) => ['octo/off', 'octo/old'].includes(slug);
const all: RepoFilters = {
  activeOnly: false,
  redOnly: false,
  sort: 'activity',
  organization: '',
  text: '',
};
const slugs = (filters: Partial<RepoFilters>) =>
  filterRepos(repos, { ...all, ...filters }, isRed).map((repo) => repo.slug);

test('sorts active first, then by newest build, then by slug', () => {
  expect(repos.toSorted(compareByActivity).map((repo) => repo.slug)).toEqual([
    'acme/new',
    'octo/old',
    'acme/bare',
    'acme/fresh',
    'octo/off',
  ]);
});

test('filters by a trimmed part of the slug, organisation and activity', () => {
  expect(slugs({ text: ' O/O ' })).toEqual(['octo/old', 'octo/off']);
  expect(slugs({ organization: 'acme', sort: 'name' })).toEqual([
    'acme/bare',
    'acme/fresh',
    'acme/new',
  ]);
  expect(slugs({ activeOnly: true })).not.toContain('octo/off');
});

test('filters by a red default branch of active repositories', () => {
  expect(slugs({ redOnly: true })).toEqual(['octo/old']);
});

test('lists at most six repositories with builds as recent activity', () => {
  const many = Array.from({ length: 9 }, (_, index) =>
    sampleRepo({ slug: `octo/r${index}`, build: sampleBuild({ created: index }) }),
  );
  expect(recentRepos(many)).toHaveLength(6);
  expect(recentRepos(repos).map((repo) => repo.slug)).toEqual(['acme/new', 'octo/old', 'octo/off']);
});

test('lists each organisation once', () => {
  expect(organizationsOf(repos)).toEqual(['acme', 'octo']);
});

test('shows a repository as inactive if it has no build or is disabled', () => {
  expect(repos.map(repoStatus)).toEqual(['inactive', 'success', 'inactive', 'failure', 'inactive']);
});
