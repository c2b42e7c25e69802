// @vitest-environment happy-dom

import { sampleBuild, sampleStage } from '@millrace/contract/testing';
import { expect, test } from 'vitest';
import { silentReports } from '../testing/silent-reports.ts';
import { cacheBuild, cacheNewBuild } from './build-cache.ts';
import { branchesQuery, buildListQuery, buildQuery } from './build-queries.ts';
import { createQueryClient } from './query-client.ts';

const repo = { namespace: 'octo', name: 'hello' };

function clientWith(...builds: ReturnType<typeof sampleBuild>[]) {
  const client = createQueryClient(silentReports);
  client.setQueryData(buildListQuery(repo).queryKey, { pages: [builds], pageParams: [1] });
  const list = () => client.getQueryData(buildListQuery(repo).queryKey)?.pages[0];
  const open = (number: number) => client.getQueryData(buildQuery(repo, number).queryKey);
  return { client, list, open };
}

test('ignores a response that is older than the cached build', () => {
  const killed = sampleBuild({ number: 1, version: 3, status: 'killed' });
  const { client, list, open } = clientWith(killed);
  client.setQueryData(buildQuery(repo, 1).queryKey, killed);
  cacheBuild(client, repo, sampleBuild({ number: 1, version: 2, status: 'running' }));
  expect(list()).toEqual([killed]);
  expect(open(1)).toBe(killed);
});

test('adds a new build to the top of the list, and caches its page as stale', () => {
  const { client, list, open } = clientWith(sampleBuild({ number: 1 }));
  client.setQueryData(branchesQuery(repo).queryKey, []);
  const build = sampleBuild({ number: 2, stages: [sampleStage()] });
  cacheNewBuild(client, repo, build);
  expect(list()?.map(({ number }) => number)).toEqual([2, 1]);
  expect(open(2)).toEqual(build);
  expect(client.getQueryState(buildQuery(repo, 2).queryKey)?.dataUpdatedAt).toBe(0);
  expect(client.getQueryState(branchesQuery(repo).queryKey)?.isInvalidated).toBe(true);
});

test('does not cache a page for a build without stages', () => {
  const { client, list, open } = clientWith();
  cacheNewBuild(client, repo, sampleBuild({ number: 1 }));
  expect(list()).toHaveLength(1);
  expect(open(1)).toBeUndefined();
});
