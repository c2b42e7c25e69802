// @vitest-environment happy-dom

import { sampleBuild, sampleRepo } from '@millrace/contract/testing';
import { expect, test } from 'vitest';
import { buildListQuery, buildQuery } from '../api/build-queries.ts';
import { createQueryClient } from '../api/query-client.ts';
import { repoListQuery, repoQuery } from '../features/repos/repo-queries.ts';
import { silentReports } from '../testing/silent-reports.ts';
import { applyEvent } from './use-live-updates.ts';

const repo = { namespace: 'octo', name: 'hello' };

test('applies an event to every cached query with its build', () => {
  const client = createQueryClient(silentReports);
  client.setQueryData(repoListQuery.queryKey, [sampleRepo()]);
  client.setQueryData(repoQuery('octo', 'hello').queryKey, sampleRepo({ counter: 1 }));
  client.setQueryData(buildListQuery(repo).queryKey, {
    pages: [[sampleBuild({ number: 1 })]],
    pageParams: [1],
  });
  client.setQueryData(buildQuery(repo, 2).queryKey, sampleBuild({ number: 2, version: 1 }));

  const build = sampleBuild({ number: 2, version: 2, status: 'running' });
  applyEvent(client, { ...sampleRepo({ counter: 2 }), build });

  expect(client.getQueryData(repoListQuery.queryKey)?.[0]?.build?.number).toBe(2);
  expect(client.getQueryData(repoQuery('octo', 'hello').queryKey)?.counter).toBe(2);
  const list = client.getQueryData(buildListQuery(repo).queryKey);
  expect(list?.pages[0]?.map(({ number }) => number)).toEqual([2, 1]);
  expect(client.getQueryData(buildQuery(repo, 2).queryKey)?.status).toBe('running');
});

test('adds no cache entries for queries that were never sent', () => {
  const client = createQueryClient(silentReports);
  applyEvent(client, { ...sampleRepo(), build: sampleBuild() });
  expect(client.getQueryCache().getAll()).toHaveLength(0);
});
