import { listUserRepos } from '@millrace/contract/api';
import { recentBuild, sampleRepo } from '@millrace/contract/testing';
import { expect, test } from '../support/screen.ts';

const hello = sampleRepo({
  slug: 'octo/hello',
  build: recentBuild({ number: 5, version: 3, title: 'Known', status: 'running' }),
});
const bare = sampleRepo({ id: 2, slug: 'octo/bare' });
const next = (number: number, title: string, fields = {}) =>
  recentBuild({ number, title, id: number, ...fields });

test.beforeEach(async ({ page, mock }) => {
  mock.state.repos = [hello, bare];
  await page.goto('/');
  await expect(page.getByRole('link', { name: /#5 Known/ }).first()).toBeVisible();
  await expect.poll(() => mock.listeners).toBe(1);
});

test('updates an entry with a newer build and with newer states of its build', async ({
  page,
  mock,
}) => {
  const row = page
    .getByRole('region', { name: 'Repositories' })
    .getByRole('link', { name: /hello/ });
  mock.publish(hello, next(5, 'Known', { version: 4, status: 'failure' }));
  await expect(row.getByRole('img', { name: 'Failure' })).toBeVisible();
  mock.publish(hello, next(6, 'Newer'));
  await expect(row).toContainText('#6 Newer');
});

test('shows the first build in an entry without builds', async ({ page, mock }) => {
  const row = page
    .getByRole('region', { name: 'Repositories' })
    .getByRole('link', { name: /bare/ });
  await expect(row).toContainText('No builds yet');
  mock.publish(bare, next(1, 'The first'));
  await expect(row).toContainText('#1 The first');
  await expect(page.getByRole('region', { name: 'Recent Activity' })).toContainText('The first');
});

test('does not overwrite an event with an older list that arrives later', async ({
  page,
  mock,
}) => {
  const row = page
    .getByRole('region', { name: 'Repositories' })
    .getByRole('link', { name: /bare/ });
  const late = Promise.withResolvers<void>();
  let held = 0;
  await page.route('**/api/user/repos*', async (route) => {
    const response = await route.fetch();
    if (held++ === 0) await late.promise;
    await route.fulfill({ response });
  });
  mock.disconnectStreams();
  mock.restoreStreams();
  await expect.poll(() => held).toBe(1);
  mock.publish(bare, next(1, 'The first'));
  await expect(row).toContainText('#1 The first');
  const asked = mock.calls(listUserRepos).length;
  late.resolve();
  await expect.poll(() => mock.calls(listUserRepos).length).toBeGreaterThan(asked);
  await expect(row).toContainText('#1 The first');
});

test('keeps a newer build in an entry', async ({ page, mock }) => {
  mock.publish(hello, next(4, 'Older'));
  mock.publish(bare, next(1, 'The first'));
  await expect(page.getByText('The first').first()).toBeVisible();
  await expect(page.getByText('Older')).toHaveCount(0);
});

test('reloads the list for a repository that is not in it', async ({ page, mock }) => {
  const stranger = sampleRepo({ id: 3, slug: 'octo/new' });
  mock.state.repos.push(stranger);
  const before = mock.calls(listUserRepos).length;
  mock.publish(stranger, next(1, 'Begin'));
  await expect(page.getByRole('link', { name: /octo \/ new/ }).first()).toBeVisible();
  const loaded = mock.calls(listUserRepos).length;
  // The list is loaded a second time if the stream opens after the first load.
  expect(loaded).toBeGreaterThan(before);
  mock.publish(stranger, next(2, 'Go on'));
  await expect(page.getByText('Go on').first()).toBeVisible();
  expect(mock.calls(listUserRepos)).toHaveLength(loaded);
});
