import { getCurrentUser, listUserRepos, syncUserRepos } from '@millrace/contract/api';
import { sampleRepo, sampleUser } from '@millrace/contract/testing';
import { atEachWidth, expect, test, toast } from '../support/screen.ts';

test('starts a sync, polls every ten seconds, and reloads the list when it finishes', async ({
  page,
  mock,
}) => {
  await page.clock.install();
  await page.goto('/');
  const countCalls = () => mock.calls(getCurrentUser).length;
  await expect.poll(countCalls).toBe(1);
  // No event changes the account, so the start of the stream reads it no second time.
  await expect.poll(() => mock.listeners).toBe(1);
  await page.getByRole('button', { name: 'Sync', exact: true }).click();
  const syncing = page.getByRole('button', { name: 'Syncing' });
  await expect(syncing).toBeDisabled();
  await expect
    .poll(() => mock.calls(syncUserRepos).map(({ query }) => query))
    .toEqual([{ async: 'true' }]);
  await expect.poll(countCalls).toBe(2);
  await page.clock.runFor(9000);
  expect(countCalls()).toBe(2);
  await page.clock.runFor(1100);
  await expect.poll(countCalls).toBe(3);
  await page.clock.runFor(10_000);
  await expect.poll(countCalls).toBe(4);
  await expect(syncing).toBeVisible();

  mock.state.user = sampleUser();
  mock.state.repos.push(sampleRepo({ id: 2, slug: 'octo/found' }));
  const lists = mock.calls(listUserRepos).length;
  await page.clock.runFor(10_000);
  await expect(page.getByRole('button', { name: 'Sync', exact: true })).toBeEnabled();
  await expect(page.getByRole('link', { name: /octo \/ found/ })).toBeVisible();
  expect(mock.calls(listUserRepos)).toHaveLength(lists + 1);
  const last = countCalls();
  await page.clock.runFor(30_000);
  expect(countCalls()).toBe(last);
});

test('shows a running sync on load', async ({ page, mock }) => {
  mock.state.user = sampleUser({ syncing: true });
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Syncing' })).toBeDisabled();
});

atEachWidth(() => {
  test('ends Syncing and reports the error when a poll fails, without hiding the dashboard', async ({
    page,
    mock,
  }) => {
    mock.state.user = sampleUser({ syncing: true });
    await page.clock.install();
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Syncing' })).toBeDisabled();
    mock.fail(getCurrentUser, 'database is locked', 500);
    await page.clock.runFor(10_100);
    await expect(toast(page, 'Sync error has occured, please, try again')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sync', exact: true })).toBeEnabled();
    await expect(page.getByRole('link', { name: /octo \/ hello/ }).first()).toBeVisible();
    await expect(page.getByText('The server cannot be reached')).toHaveCount(0);
    const before = mock.calls(getCurrentUser).length;
    await page.clock.runFor(30_000);
    expect(mock.calls(getCurrentUser)).toHaveLength(before);
  });
});

test('reports a failed sync, which can be retried', async ({ page, mock }) => {
  mock.fail(syncUserRepos, 'forge is down', 500);
  await page.goto('/');
  await page.getByRole('button', { name: 'Sync', exact: true }).click();
  await expect(toast(page, 'Sync error has occured, please, try again')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sync', exact: true })).toBeEnabled();
});
