// @vitest-environment happy-dom
import {
  type Cache,
  type CacheLookup,
  deleteCache,
  deleteCaches,
  patchCacheLimits,
} from '@millrace/contract/api';
import { readOnly, sampleRepo, sampleUser } from '@millrace/contract/testing';
import { confirm, expect, findToast, screen, test, within } from '../../testing/screen-test.tsx';
import { serveConfig } from '../../testing/serve-config.ts';

const page = '/octo/hello/settings/caches';
const cache: Cache = {
  id: 3,
  key: 'npm-1',
  scope: 'branch/main',
  paths: ['node_modules'],
  size: 120_000_000,
  build: 7,
  created: 1_700_000_000,
  last_used: 1_700_000_000,
  hits: 4,
};
const lookup: CacheLookup = {
  id: 9,
  key: 'npm-2',
  scope: 'pull/3',
  build: 8,
  stage: 'test',
  step: 'install',
  created: 1_700_000_000,
  result: 'miss',
};

test('lists caches with their use, and deletes one', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  mock.state.caches = { ...mock.state.caches, entries: [cache], used: 120_000_000 };
  await open(page);
  const table = within(await screen.findByRole('table', { name: 'Caches' }));
  table.getByRole('row', { name: /^npm-1 node_modules branch\/main 120 MB .* #7 .* 4/ });
  screen.getByText('120 MB of 10 GB are in use. A cache is deleted 14 days after its last use.');
  expect(table.getByRole('link', { name: '#7' })).toHaveAttribute('href', '/octo/hello/7');
  await user.click(table.getByRole('button', { name: 'Delete npm-1 (branch/main)' }));
  await confirm(user, 'Are you sure you want to delete this cache?', 'Delete');
  await findToast('Cache has been deleted');
  expect(mock.calls(deleteCache)[0]?.params).toMatchObject({ cache: 3 });
  await screen.findByText('No Caches');
});

test('deletes all caches', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  mock.state.caches = { ...mock.state.caches, entries: [cache, { ...cache, id: 4, key: 'go' }] };
  await open(page);
  await user.click(await screen.findByRole('button', { name: 'Delete all' }));
  await confirm(user, 'Are you sure you want to delete all caches?', 'Delete all');
  await findToast('Caches have been deleted');
  expect(mock.calls(deleteCaches)).toHaveLength(1);
  await screen.findByText('No Caches');
});

test('lists hits and misses with the reason', async ({ mock, open }) => {
  serveConfig({ extras: true });
  mock.state.caches = {
    ...mock.state.caches,
    lookups: [
      { ...lookup, reason: 'other_scope' },
      { ...lookup, id: 8, reason: 'missing_file', missing_files: ['go.sum'] },
      { ...lookup, id: 7, result: 'partial', found_key: 'npm-1' },
      { ...lookup, id: 6, result: 'hit', found_key: 'npm-2' },
    ],
  };
  await open(page);
  const table = within(await screen.findByRole('table', { name: 'Lookups' }));
  for (const text of [
    /Miss Only another branch or pull request has it pull\/3 #8 test \/ install/,
    /Miss Not found: go\.sum/,
    /Partial hit Restored npm-1/,
    /^npm-2 Hit pull\/3/,
  ]) {
    table.getByRole('row', { name: text });
  }
});

test('lowers the limits of the repository', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  await open(page);
  const days = await screen.findByLabelText('Days after the last use');
  expect(days).toHaveAccessibleDescription('The limit of the server is 14.');
  await user.type(days, '3');
  await user.type(screen.getByLabelText('All caches of this repository, in MB'), '500');
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  await findToast('Limits have been saved');
  expect(mock.calls(patchCacheLimits)[0]?.body).toEqual({ days: 3, repo_bytes: 500_000_000 });
  await screen.findByText(/of 500 MB are in use\. A cache is deleted 3 days after/);
});

test('lets only admins delete caches', async ({ mock, open }) => {
  serveConfig({ extras: true });
  mock.state.caches = { ...mock.state.caches, entries: [cache] };
  mock.state.user = sampleUser({ admin: false });
  mock.state.repos = [sampleRepo({ permissions: { ...readOnly, write: true } })];
  await open(page);
  expect(await screen.findByRole('button', { name: 'Delete npm-1 (branch/main)' })).toBeDisabled();
  expect(screen.queryByRole('button', { name: 'Delete all' })).toBeNull();
});
